import { EdgeFastMCP } from 'fastmcp/edge';
import ky from 'ky';
import { z } from 'zod';

const api = ky.create({ prefixUrl: 'https://links.example.com' });

const server = new EdgeFastMCP({ name: 'links', version: '1.0.0', description: 'Short links' });

server
  .addTool({
    name: 'list_links',
    description: 'Lists short links.',
    parameters: z.object({ owner: z.string() }),
    execute: async ({ owner }) => {
      try {
        return JSON.stringify(await api.get('links', { searchParams: { owner } }).json());
      } catch { // expect: no-swallowed-error
        return '[]';
      }
    },
  })
  .addTool({
    name: 'delete_link',
    description: 'Deletes a short link.',
    parameters: z.object({ slug: z.string() }),
    execute: async ({ slug }) => {
      try {
        await api.delete(`links/${slug}`);
      } catch (error) { // expect: no-protocol-error
        throw new Error(`Link ${slug} was not deleted; list the links first.`, { cause: error });
      }
      return `Deleted ${slug}.`;
    },
  })
  .addTool({
    name: 'suggest_slug',
    description: 'Suggests a slug for a title.',
    parameters: z.object({ title: z.string() }),
    execute: async ({ title }) => title.toLowerCase().replace(/[^a-z0-9]+/g, '-').slice(0, 40),
  });

export default server;
