// forms: as-is
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import axios from 'axios';
import got from 'got';
import ky from 'ky';
import { z } from 'zod';

export const server = new McpServer({ name: 'status', version: '1.0.0' });

server.registerTool(
  'read_status',
  { description: 'Reads the state of our services.', inputSchema: { service: z.string() } },
  async ({ service }) => {
    const res = await axios.get<{ state: string }>(`https://status.example.com/${encodeURIComponent(service)}`);
    const incidents = await ky.get(`https://status.example.com/${encodeURIComponent(service)}/incidents`).json();
    const uptime = await got(`https://status.example.com/${encodeURIComponent(service)}/uptime`).text();
    return { content: [{ type: 'text', text: JSON.stringify({ state: res.data.state, incidents, uptime }) }] };
  },
);
