import { createMcpServer, tool } from '@supabase/mcp-utils';
import ky, { HTTPError } from 'ky';
import { z } from 'zod/v4';

const api = ky.create({ prefixUrl: 'https://schools.example.com' });

export const server = createMcpServer({
  name: 'schools',
  version: '1.0.0',
  tools: {
    list_classes: tool({
      description: 'Lists the classes of a school.',
      parameters: z.object({ school: z.string() }),
      outputSchema: z.object({ classes: z.array(z.string()) }),
      execute: async ({ school }) => {
        const classes = await api.get(`schools/${school}/classes`).json<string[]>().catch(() => []); // expect: no-swallowed-error
        return { classes };
      },
    }),
    rename_class: tool({
      description: 'Renames a class.',
      parameters: z.object({ id: z.string(), name: z.string() }),
      outputSchema: z.object({ error: z.string().optional() }),
      execute: async ({ id, name }) => {
        try {
          await api.patch(`classes/${id}`, { json: { name } });
        } catch (error) {
          if (!(error instanceof HTTPError && error.response.status === 409)) throw error;
          return { error: `There is a class ${name} already.` }; // expect: require-is-error
        }
        return {};
      },
    }),
    count_pupils: tool({
      description: 'Counts the pupils of a class.',
      parameters: z.object({ id: z.string() }),
      outputSchema: z.object({ pupils: z.number() }),
      execute: async ({ id }) => {
        const pupils = await api.get(`classes/${id}/pupils/count`).json<number>();
        return { pupils };
      },
    }),
  },
});
