// forms: as-is
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import express from 'express';

const app = express();
app.use(express.json());

app.get('/health', async (_req, res) => {
  try {
    const upstream = await fetch('https://orders.example.com/health');
    res.status(upstream.ok ? 200 : 503).json({ ok: upstream.ok });
  } catch {
    res.status(503).json({ ok: false });
  }
});

app.post('/mcp', async (req, res) => {
  try {
    const server = new McpServer({ name: 'orders', version: '1.0.0' });
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    await server.connect(transport);
    await transport.handleRequest(req, res, req.body);
  } catch (error) {
    console.error('request', error);
    res.status(500).json({ jsonrpc: '2.0', error: { code: -32603, message: 'Internal server error' }, id: null });
  }
});

app.listen(3000);
