// needs: @nuxtjs/mcp-toolkit@0.21.0
// path: server/mcp/tools/delete-post.ts
import { FetchError } from 'ofetch';
import { z } from 'zod';

export default defineMcpTool({
  description: 'Deletes a post.',
  inputSchema: { post: z.string().describe('Id of the post') },
  annotations: { destructiveHint: true },
  handler: async ({ post }) => {
    try {
      await $fetch(`/api/posts/${post}`, { method: 'DELETE' });
      return { content: [{ type: 'text', text: `Deleted ${post}.` }] };
    } catch (error) {
      if (!(error instanceof FetchError && error.statusCode === 403)) throw error;
      return { isError: true, content: [{ type: 'text', text: JSON.stringify({
        errorCategory: 'permission',
        isRetryable: false,
        errorCode: 'POST_FORBIDDEN',
        description: 'Only the author may delete a post. Ask the author.',
        customerFriendlyMessage: 'Only the author may delete this post.',
      }) }] };
    }
  },
});
