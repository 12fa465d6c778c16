// needs: @nuxtjs/mcp-toolkit@0.21.0
// path: server/mcp/tools/publish-post.ts
import { FetchError } from 'ofetch';
import { z } from 'zod';

export default defineMcpTool({
  name: 'publish_post',
  description: 'Publishes a post.',
  inputSchema: { post: z.string().describe('Id of the post') },
  handler: async ({ post }) => {
    try {
      await $fetch(`/api/posts/${post}/publish`, { method: 'POST' });
    } catch (error) {
      if (!(error instanceof FetchError && error.statusCode === 409)) throw error;
      return `Error: post ${post} has no title.`; // expect: require-is-error
    }
    return `Published ${post}.`;
  },
});
