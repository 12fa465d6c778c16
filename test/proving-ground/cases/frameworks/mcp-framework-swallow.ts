// path: src/tools/ListMeetingsTool.ts
import ky from 'ky';
import { MCPTool, type MCPInput } from 'mcp-framework';
import { z } from 'zod';

const schema = z.object({ room: z.string().describe('Name of the room') });

class ListMeetingsTool extends MCPTool {
  name = 'list_meetings';
  description = 'Lists the meetings in a room.';
  schema = schema;

  async execute(input: MCPInput<this>) {
    try {
      return await ky.get(`https://rooms.example.com/${encodeURIComponent(input.room)}/meetings`).json();
    } catch { // expect: no-swallowed-error
      return [];
    }
  }
}

export default ListMeetingsTool;
