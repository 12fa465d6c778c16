import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Comment {
  author: string;
  text: string;
}

class CommentsError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The comment service answered ${status}; check the post id.`);
    this.status = status;
  }
}

async function getComments(postId: string): Promise<Comment[]> {
  const res = await fetch(`https://comments.example.com/posts/${encodeURIComponent(postId)}`);
  if (!res.ok) throw new CommentsError(res.status);
  return (await res.json()) as Comment[];
}

export const server = new McpServer({ name: 'comments', version: '1.0.0' });

server.registerTool(
  'list_comments',
  { description: 'Lists the comments of a post.', inputSchema: { postId: z.string() }, annotations: { readOnlyHint: true } },
  async ({ postId }) => {
    let comments: Comment[];
    try {
      comments = await getComments(postId);
    } catch (error) { // expect: no-swallowed-error
      if (error instanceof CommentsError && error.status === 404) {
        return { content: [{ type: 'text', text: JSON.stringify({ found: false }) }] };
      }
      comments = [];
    }
    return { content: [{ type: 'text', text: JSON.stringify({ found: true, comments }) }] };
  },
);
