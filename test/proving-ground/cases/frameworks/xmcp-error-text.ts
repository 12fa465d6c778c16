// path: src/tools/track-parcel.ts
import ky, { HTTPError } from 'ky';
import type { InferSchema, ToolMetadata } from 'xmcp';
import { z } from 'zod';

export const schema = {
  parcel: z.string().describe('Parcel number'),
};

export const metadata: ToolMetadata = {
  name: 'track_parcel',
  description: 'Tells where a parcel is.',
  annotations: { readOnlyHint: true },
};

export default async ({ parcel }: InferSchema<typeof schema>) => {
  try {
    return await ky.get(`https://parcels.example.com/parcels/${encodeURIComponent(parcel)}`).text();
  } catch (error) {
    if (!(error instanceof HTTPError && error.response.status === 504)) throw error;
    return `Error: no answer about parcel ${parcel} in time.`; // expect: require-is-error
  }
};
