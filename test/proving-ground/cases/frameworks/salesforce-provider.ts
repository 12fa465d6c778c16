import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { McpTool, type McpToolConfig, ReleaseState, type Services, Toolset } from '@salesforce/mcp-provider-api';
import { z } from 'zod';
import { isLocked, listFields, renameField } from './fields.js';

const listInput = z.object({ object: z.string().describe('API name of the object') });

export class ListFieldsTool extends McpTool<typeof listInput.shape> {
  constructor(private readonly services: Services) {
    super();
  }

  getReleaseState(): ReleaseState {
    return ReleaseState.GA;
  }

  getToolsets(): Toolset[] {
    return [Toolset.METADATA];
  }

  getName(): string {
    return 'list_fields';
  }

  getConfig(): McpToolConfig<typeof listInput.shape> {
    return { description: 'Lists the fields of an object.', inputSchema: listInput.shape };
  }

  async exec({ object }: z.infer<typeof listInput>): Promise<CallToolResult> {
    try {
      const fields = await listFields(this.services, object);
      return { content: [{ type: 'text', text: JSON.stringify({ fields }) }] };
    } catch { // expect: no-swallowed-error
      return { content: [{ type: 'text', text: JSON.stringify({ fields: [] }) }] };
    }
  }
}

const renameInput = z.object({ field: z.string(), label: z.string() });

export class RenameFieldTool extends McpTool<typeof renameInput.shape> {
  constructor(private readonly services: Services) {
    super();
  }

  getReleaseState(): ReleaseState {
    return ReleaseState.NON_GA;
  }

  getToolsets(): Toolset[] {
    return [Toolset.METADATA];
  }

  getName(): string {
    return 'rename_field';
  }

  getConfig(): McpToolConfig<typeof renameInput.shape> {
    return { description: 'Renames a field.', inputSchema: renameInput.shape };
  }

  async exec({ field, label }: z.infer<typeof renameInput>): Promise<CallToolResult> {
    try {
      await renameField(this.services, field, label);
      return { content: [{ type: 'text', text: `${field} is called "${label}" now.` }] };
    } catch (error) {
      if (!isLocked(error)) throw error;
      return { content: [{ type: 'text', text: `Error: ${field} belongs to a package.` }] }; // expect: require-is-error
    }
  }
}

const countInput = z.object({ object: z.string() });

export class CountFieldsTool extends McpTool<typeof countInput.shape> {
  constructor(private readonly services: Services) {
    super();
  }

  getReleaseState(): ReleaseState {
    return ReleaseState.GA;
  }

  getToolsets(): Toolset[] {
    return [Toolset.METADATA];
  }

  getName(): string {
    return 'count_fields';
  }

  getConfig(): McpToolConfig<typeof countInput.shape> {
    return { description: 'Counts the fields of an object.', inputSchema: countInput.shape };
  }

  async exec({ object }: z.infer<typeof countInput>): Promise<CallToolResult> {
    const fields = await listFields(this.services, object);
    return { content: [{ type: 'text', text: String(fields.length) }] };
  }
}
