// path: app/api/[transport]/route.ts
import ky, { HTTPError } from 'ky';
import { createMcpHandler } from 'mcp-handler';
import { z } from 'zod';

const api = ky.create({ prefixUrl: 'https://feedback.example.com' });

const handler = createMcpHandler((server) => {
  server.registerTool(
    'list_feedback',
    { description: 'Lists feedback about a page.', inputSchema: z.object({ page: z.string() }) },
    async ({ page }) => {
      try {
        return { content: [{ type: 'text', text: await api.get(`pages/${encodeURIComponent(page)}`).text() }] };
      } catch { // expect: no-swallowed-error
        return { content: [{ type: 'text', text: 'No feedback yet.' }] };
      }
    },
  );

  server.registerTool(
    'answer_feedback',
    { description: 'Answers feedback.', inputSchema: z.object({ id: z.string(), text: z.string() }) },
    async ({ id, text }) => {
      try {
        await api.post(`feedback/${id}/answers`, { json: { text } });
      } catch (error) {
        if (!(error instanceof HTTPError && error.response.status === 422)) throw error;
        return { content: [{ type: 'text', text: 'Error: the answer is too long.' }] }; // expect: require-is-error
      }
      return { content: [{ type: 'text', text: `Answered ${id}.` }] };
    },
  );

  server.registerTool(
    'hide_feedback',
    { description: 'Hides feedback.', inputSchema: z.object({ id: z.string() }) },
    async ({ id }) => {
      await api.put(`feedback/${id}/hidden`);
      return { content: [{ type: 'text', text: `Hid ${id}.` }] };
    },
  );
});

export { handler as GET, handler as POST };
