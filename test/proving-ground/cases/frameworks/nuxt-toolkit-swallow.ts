// needs: @nuxtjs/mcp-toolkit@0.21.0
// path: server/mcp/tools/list-posts.ts
import { z } from 'zod';

export default defineMcpTool({
  description: 'Lists the posts of a blog.',
  inputSchema: { blog: z.string().describe('Name of the blog') },
  handler: async ({ blog }) => {
    const posts = await $fetch<string[]>(`/api/blogs/${blog}/posts`).catch(() => []); // expect: no-swallowed-error
    return { content: [{ type: 'text', text: JSON.stringify({ posts }) }] };
  },
});
