import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { Resolver, Tool } from '@nestjs-mcp/server';
import { z } from 'zod';
import { BoatsService, isReserved } from './boats.service.js';

@Resolver('boats')
export class BoatsResolver {
  constructor(private readonly boats: BoatsService) {}

  @Tool({ name: 'list_boats', description: 'Lists the boats in a harbour.', paramsSchema: { harbour: z.string() } })
  async listBoats({ harbour }: { harbour: string }): Promise<CallToolResult> {
    let boats: string[] = [];
    try {
      boats = await this.boats.list(harbour);
    } catch { // expect: no-swallowed-error
    }
    return { content: [{ type: 'text', text: boats.join('\n') }] };
  }

  @Tool({ name: 'rent_boat', description: 'Rents a boat.', paramsSchema: { boat: z.string() } })
  async rentBoat({ boat }: { boat: string }): Promise<CallToolResult> {
    try {
      await this.boats.rent(boat);
      return { content: [{ type: 'text', text: `${boat} is rented.` }] };
    } catch (error) {
      if (!isReserved(error)) throw error;
      return { isError: false, content: [{ type: 'text', text: `Error: ${boat} is reserved.` }] }; // expect: require-is-error
    }
  }

  @Tool({ name: 'give_back', description: 'Gives a boat back.', paramsSchema: { boat: z.string() } })
  async giveBack({ boat }: { boat: string }): Promise<CallToolResult> {
    await this.boats.giveBack(boat);
    return { content: [{ type: 'text', text: `${boat} is back.` }] };
  }
}
