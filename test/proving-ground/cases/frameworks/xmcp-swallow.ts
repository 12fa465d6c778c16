// path: src/tools/list-parcels.ts
import ky from 'ky';
import type { InferSchema, ToolMetadata } from 'xmcp';
import { z } from 'zod';

export const schema = {
  customer: z.string().describe('Customer number'),
};

export const metadata: ToolMetadata = {
  name: 'list_parcels',
  description: 'Lists the parcels of a customer.',
  annotations: { readOnlyHint: true },
};

export default async function listParcels({ customer }: InferSchema<typeof schema>) {
  let parcels: unknown[] = [];
  try {
    parcels = await ky.get(`https://parcels.example.com/customers/${encodeURIComponent(customer)}`).json();
  } catch (error) { // expect: no-swallowed-error
    console.error('parcels', customer, error);
  }
  return { content: [{ type: 'text', text: JSON.stringify({ parcels }) }] };
}
