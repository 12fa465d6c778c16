import ky, { HTTPError } from 'ky';
import { MCPServer } from 'mcp-use';
import { z } from 'zod';

const api = ky.create({ prefixUrl: 'https://gardens.example.com' });

const server = new MCPServer({ name: 'gardens', title: 'Gardens', version: '1.0.0' });

export const listBeds = server.tool(
  { name: 'list-beds', description: 'Lists the beds of a garden.', inputSchema: z.object({ garden: z.string() }) },
  async ({ garden }) => {
    let beds: string[];
    try {
      beds = await api.get(`gardens/${garden}/beds`).json<string[]>();
    } catch { // expect: no-swallowed-error
      beds = [];
    }
    return { content: [{ type: 'text', text: beds.join('\n') }] };
  },
);

export const water = server.tool(
  { name: 'water', description: 'Waters a bed.', schema: z.object({ bed: z.string() }) },
  async ({ bed }) => {
    try {
      await api.post(`beds/${bed}/water`);
    } catch (error) {
      if (!(error instanceof HTTPError && error.response.status === 409)) throw error;
      return { content: [{ type: 'text', text: JSON.stringify({ success: false, error: `${bed} is under water.` }) }] }; // expect: require-is-error
    }
    return { content: [{ type: 'text', text: JSON.stringify({ success: true }) }] };
  },
);

export const plant = server.tool(
  { name: 'plant', description: 'Plants a bed.', inputSchema: z.object({ bed: z.string(), seed: z.string() }) },
  async ({ bed, seed }) => {
    await api.put(`beds/${bed}/plants/${seed}`);
    return { content: [{ type: 'text', text: `Planted ${seed} in ${bed}.` }] };
  },
);

export default server;
