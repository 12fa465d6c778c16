// path: src/tools/BookRoomTool.ts
import ky, { HTTPError } from 'ky';
import { MCPTool, type MCPInput } from 'mcp-framework';
import { z } from 'zod';

const schema = z.object({
  room: z.string().describe('Name of the room'),
  start: z.string().describe('Start, ISO 8601'),
});

export default class BookRoomTool extends MCPTool {
  name = 'book_room';
  description = 'Books a room for an hour.';
  schema = schema;

  async execute(input: MCPInput<this>) {
    try {
      await ky.post(`https://rooms.example.com/${encodeURIComponent(input.room)}/meetings`, { json: { start: input.start } });
    } catch (error) {
      if (!(error instanceof HTTPError && error.response.status === 409)) throw error;
      return { error: `${input.room} is taken at ${input.start}.` }; // expect: require-is-error
    }
    return { booked: true };
  }
}
