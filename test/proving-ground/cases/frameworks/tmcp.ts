import { ZodJsonSchemaAdapter } from '@tmcp/adapter-zod';
import ky, { HTTPError } from 'ky';
import { McpServer } from 'tmcp';
import { defineTool } from 'tmcp/tool';
import { z } from 'zod';

const api = ky.create({ prefixUrl: 'https://trails.example.com' });

const server = new McpServer(
  { name: 'trails', version: '1.0.0', description: 'Hiking trails' },
  { adapter: new ZodJsonSchemaAdapter(), capabilities: { tools: { listChanged: true } } },
);

server.tool(
  { name: 'list_trails', description: 'Lists the trails of a region.', schema: z.object({ region: z.string() }) },
  async ({ region }) => {
    const trails = await api.get('trails', { searchParams: { region } }).json<unknown[]>().catch(() => []); // expect: no-swallowed-error
    return { content: [{ type: 'text', text: JSON.stringify({ trails }) }] };
  },
);

const blockTrail = defineTool(
  { name: 'block_trail', description: 'Blocks a trail.', schema: z.object({ trail: z.string() }) },
  async ({ trail }) => {
    try {
      await api.put(`trails/${trail}/blocked`);
    } catch (error) { // expect: no-protocol-error
      throw new Error(`Trail ${trail} is still open; read the trail first.`, { cause: error });
    }
    return { content: [{ type: 'text', text: `Trail ${trail} is blocked.` }] };
  },
);

const readTrail = defineTool(
  { name: 'read_trail', description: 'Reads a trail.', schema: z.object({ trail: z.string() }) },
  async ({ trail }) => {
    try {
      return { content: [{ type: 'text', text: await api.get(`trails/${trail}`).text() }] };
    } catch (error) {
      if (error instanceof HTTPError && error.response.status === 403) {
        return { isError: true, content: [{ type: 'text', text: JSON.stringify({
          errorCategory: 'permission',
          isRetryable: false,
          errorCode: 'TRAIL_MEMBERS_ONLY',
          description: 'Only members may read this trail. Ask the user to sign in.',
          customerFriendlyMessage: 'This trail is for members.',
        }) }] };
      }
      return { isError: true, content: [{ type: 'text', text: JSON.stringify({
        errorCategory: 'transient',
        isRetryable: false,
        errorCode: 'TRAILS_UNREACHABLE',
        description: `Trail ${trail} could not be read. Go on with the other trails.`,
      }) }] };
    }
  },
);

server.tools([blockTrail, readTrail]);

export default server;
