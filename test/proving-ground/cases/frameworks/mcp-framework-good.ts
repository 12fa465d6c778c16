// path: src/tools/FindRoomTool.ts
import ky, { HTTPError } from 'ky';
import { MCPTool, type MCPInput } from 'mcp-framework';
import { z } from 'zod';

const schema = z.object({ seats: z.number().int().describe('How many people come') });

class FindRoomTool extends MCPTool {
  name = 'find_room';
  description = 'Finds a room that is large enough.';
  schema = schema;

  async execute(input: MCPInput<this>) {
    try {
      return await ky.get('https://rooms.example.com/search', { searchParams: { seats: input.seats } }).json();
    } catch (error) {
      if (error instanceof HTTPError && error.response.status === 422) {
        throw new Error(`No building has a room for ${input.seats} people; ask for at most 80 seats.`, { cause: error });
      }
      throw error;
    }
  }
}

export default FindRoomTool;
