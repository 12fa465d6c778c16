// path: app/[transport]/route.ts
import { createMcpHandler } from '@vercel/mcp-adapter';
import ky, { HTTPError } from 'ky';
import { z } from 'zod';

const api = ky.create({ prefixUrl: 'https://polls.example.com' });

const handler = createMcpHandler(
  (server) => {
    server.tool('get_poll', 'Reads a poll.', { poll: z.string() }, async ({ poll }) => {
      const votes = await api.get(`polls/${poll}/votes`).json<number[]>().catch(() => []); // expect: no-swallowed-error
      return { content: [{ type: 'text', text: JSON.stringify({ votes }) }] };
    });

    server.tool('vote', 'Votes in a poll.', { poll: z.string(), choice: z.number().int() }, async ({ poll, choice }) => {
      try {
        await api.post(`polls/${poll}/votes`, { json: { choice } });
        return { content: [{ type: 'text', text: 'Voted.' }] };
      } catch (error) {
        if (!(error instanceof HTTPError && error.response.status === 409)) throw error;
        return { isError: true, content: [{ type: 'text', text: JSON.stringify({
          errorCategory: 'business',
          isRetryable: false,
          errorCode: 'POLL_OVER',
          description: 'The poll is over. Read its result instead.',
          customerFriendlyMessage: 'This poll is over.',
        }) }] };
      }
    });
  },
  {},
  { basePath: '' },
);

export { handler as GET, handler as POST, handler as DELETE };
