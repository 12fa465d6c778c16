// forms: as-is
import express from 'express';

interface Order {
  id: string;
  state: string;
}

class WarehouseError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The warehouse answered ${status}.`);
    this.status = status;
  }
}

async function getOrder(id: string): Promise<Order> {
  const res = await fetch(`https://warehouse.example.com/orders/${encodeURIComponent(id)}`);
  if (!res.ok) throw new WarehouseError(res.status);
  return (await res.json()) as Order;
}

// The backend that the MCP tools of this package call.
const app = express();

app.get('/orders/:id', async (req, res) => {
  try {
    res.json({ ok: true, order: await getOrder(req.params.id) });
  } catch (error) {
    console.error('order', req.params.id, error);
    res.json({ ok: false, error: 'The warehouse gave no answer.' }); // expect: no-http-200-error
  }
});

app.listen(8080);
