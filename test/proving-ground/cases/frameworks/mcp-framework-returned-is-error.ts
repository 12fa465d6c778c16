// path: src/tools/CancelMeetingTool.ts
import ky, { HTTPError } from 'ky';
import { MCPTool, type MCPInput } from 'mcp-framework';
import { z } from 'zod';

const schema = z.object({ meeting: z.string().describe('Id of the meeting') });

class CancelMeetingTool extends MCPTool {
  name = 'cancel_meeting';
  description = 'Cancels a meeting.';
  schema = schema;

  async execute(input: MCPInput<this>) {
    try {
      await ky.delete(`https://rooms.example.com/meetings/${encodeURIComponent(input.meeting)}`);
    } catch (error) {
      if (!(error instanceof HTTPError && error.response.status === 403)) throw error;
      return { isError: true, content: [{ type: 'text', text: JSON.stringify({ // expect: no-invisible-error
        errorCategory: 'permission',
        isRetryable: false,
        errorCode: 'NOT_THE_ORGANISER',
        description: 'Only the organiser may cancel a meeting. Ask the organiser.',
        customerFriendlyMessage: 'Only the organiser may cancel this meeting.',
      }) }] };
    }
    return { cancelled: true };
  }
}

export default CancelMeetingTool;
