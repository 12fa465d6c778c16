// path: src/tools/return-parcel.ts
import ky, { HTTPError } from 'ky';
import type { InferSchema, ToolMetadata } from 'xmcp';
import { z } from 'zod';

export const schema = {
  parcel: z.string().describe('Parcel number'),
};

export const metadata: ToolMetadata = {
  name: 'return_parcel',
  description: 'Orders a return label.',
};

export default async function returnParcel({ parcel }: InferSchema<typeof schema>) {
  try {
    await ky.post(`https://parcels.example.com/parcels/${encodeURIComponent(parcel)}/return`);
  } catch (error) {
    if (!(error instanceof HTTPError && error.response.status === 409)) throw error;
    return { isError: true, content: [{ type: 'text', text: JSON.stringify({
      errorCategory: 'business',
      isRetryable: false,
      errorCode: 'RETURN_PERIOD_OVER',
      description: 'The return period is over. Offer the user a repair instead.',
      customerFriendlyMessage: 'This parcel can no longer be returned.',
    }) }] };
  }
  return { content: [{ type: 'text', text: `The label for ${parcel} is on its way.` }] };
}
