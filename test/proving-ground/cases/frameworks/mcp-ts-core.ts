import { createApp, tool, z } from '@cyanheads/mcp-ts-core';
import { JsonRpcErrorCode } from '@cyanheads/mcp-ts-core/errors';
import ky, { HTTPError } from 'ky';

const api = ky.create({ prefixUrl: 'https://stars.example.com' });

const listStars = tool('list_stars', {
  description: 'Lists the stars of a constellation.',
  annotations: { readOnlyHint: true },
  input: z.object({ constellation: z.string().describe('Latin name') }),
  output: z.object({ stars: z.array(z.string()).describe('Names') }),
  async handler({ constellation }) {
    try {
      return { stars: await api.get(`constellations/${constellation}`).json<string[]>() };
    } catch { // expect: no-swallowed-error
      return { stars: [] };
    }
  },
  format: (result) => [{ type: 'text', text: result.stars.join('\n') }],
});

const readStar = tool('read_star', {
  description: 'Reads what is known about a star.',
  annotations: { readOnlyHint: true },
  input: z.object({ star: z.string().describe('Name') }),
  output: z.object({ text: z.string().describe('Description') }),
  errors: [
    {
      reason: 'catalogue_unavailable',
      code: JsonRpcErrorCode.ServiceUnavailable,
      when: 'The star catalogue is under maintenance.',
      retryable: true,
      recovery: 'Ask again in a minute.',
    },
  ],
  handler: async ({ star }, ctx) => {
    try {
      return { text: await api.get(`stars/${star}`).text() };
    } catch (error) {
      if (error instanceof HTTPError && error.response.status === 503) throw ctx.fail('catalogue_unavailable');
      throw error;
    }
  },
});

await createApp({ tools: [listStars, readStar] });
