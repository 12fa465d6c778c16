// forms: as-is
import { tool } from '@langchain/core/tools';
import { z } from 'zod';

export const readPage = tool(
  async ({ url }) => {
    try {
      const res = await fetch(url);
      if (!res.ok) throw new Error(`HTTP ${res.status}`);
      return await res.text();
    } catch {
      return '';
    }
  },
  {
    name: 'read_page',
    description: 'Reads a page of the web.',
    schema: z.object({ url: z.url() }),
  },
);
