import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Employee {
  id: string;
  name: string;
  team: string;
}

const directoryUrl = process.env.DIRECTORY_URL ?? 'https://directory.example.com';

export const server = new McpServer({ name: 'directory', version: '1.1.0' });

server.registerTool(
  'get_employee',
  {
    description: 'Looks up an employee by id.',
    inputSchema: { employeeId: z.string() },
    annotations: { readOnlyHint: true },
  },
  async ({ employeeId }) => {
    const res = await fetch(`${directoryUrl}/employees/${encodeURIComponent(employeeId)}`);
    if (!res.ok) {
      return { isError: true, content: [{ type: 'text', text: 'Operation failed' }] }; // expect: no-generic-error-message, require-error-category
    }
    const employee = (await res.json()) as Employee;
    return { content: [{ type: 'text', text: `${employee.name} (${employee.team})` }] };
  },
);
