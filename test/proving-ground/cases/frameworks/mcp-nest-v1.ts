// needs: @rekog/mcp-nest@1.9.11
import { Injectable } from '@nestjs/common';
import { type Context, Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { isTimeout, VetsClient } from './vets.client.js';

@Injectable()
export class VetsTool {
  constructor(private readonly vets: VetsClient) {}

  @Tool({
    name: 'list_vets',
    description: 'Lists the vets of a town.',
    parameters: z.object({ town: z.string() }),
  })
  async listVets({ town }: { town: string }, context: Context) {
    await context.reportProgress({ progress: 1, total: 2 });
    const vets = await this.vets.list(town).catch(() => []); // expect: no-swallowed-error
    return { content: [{ type: 'text', text: JSON.stringify({ vets }) }] };
  }

  @Tool({
    name: 'call_vet',
    description: 'Asks a vet to call back.',
    parameters: z.object({ vet: z.string(), phone: z.string() }),
  })
  async callVet({ vet, phone }: { vet: string; phone: string }) {
    try {
      await this.vets.requestCall(vet, phone);
      return { content: [{ type: 'text', text: `${vet} will call ${phone}.` }] };
    } catch (error) {
      if (!isTimeout(error)) throw error;
      return { content: [{ type: 'text', text: `Error: the practice of ${vet} did not answer in time.` }] }; // expect: require-is-error
    }
  }

  @Tool({
    name: 'get_hours',
    description: 'Tells the hours of a vet.',
    parameters: z.object({ vet: z.string() }),
  })
  async getHours({ vet }: { vet: string }) {
    const hours = await this.vets.hours(vet);
    return { content: [{ type: 'text', text: JSON.stringify(hours) }] };
  }
}
