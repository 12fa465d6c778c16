import { createTool } from '@mastra/core/tools';
import { MCPServer } from '@mastra/mcp';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import ky, { HTTPError } from 'ky';
import { z } from 'zod';

const api = ky.create({ prefixUrl: 'https://museum.example.com' });

const listWorks = createTool({
  id: 'list-works',
  description: 'Lists the works in a room.',
  inputSchema: z.object({ room: z.string() }),
  execute: async ({ room }) => {
    try {
      return { works: await api.get(`rooms/${room}/works`).json<string[]>() };
    } catch { // expect: no-swallowed-error
      return { works: [] };
    }
  },
});

const lendWork = createTool({
  id: 'lend-work',
  description: 'Lends a work to another museum.',
  inputSchema: z.object({ work: z.string(), to: z.string() }),
  execute: async ({ work, to }) => {
    try {
      await api.post(`works/${work}/loans`, { json: { to } });
    } catch { // expect: no-protocol-error
      throw new ProtocolError(ProtocolErrorCode.InternalError, `${work} was not lent; read the work first.`);
    }
    return { lent: true };
  },
});

const restoreWork = createTool({
  id: 'restore-work',
  description: 'Sends a work to the restorer.',
  inputSchema: z.object({ work: z.string() }),
  execute: async ({ work }) => {
    try {
      await api.post(`works/${work}/restoration`);
    } catch (error) {
      if (!(error instanceof HTTPError && error.response.status === 409)) throw error;
      return { error: `${work} is lent to another museum.` }; // expect: require-is-error
    }
    return { sent: true };
  },
});

const describeWork = createTool({
  id: 'describe-work',
  description: 'Describes a work.',
  inputSchema: z.object({ work: z.string() }),
  execute: async ({ work }) => {
    try {
      return { text: await api.get(`works/${work}`).text() };
    } catch (error) {
      throw new Error(`There is no description of ${work}; call list-works for valid names.`, { cause: error });
    }
  },
});

export const server = new MCPServer({
  id: 'museum',
  name: 'Museum',
  version: '1.0.0',
  tools: { listWorks, lendWork, restoreWork, describeWork },
});
