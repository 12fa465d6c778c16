import { ActionProvider, AgentKit, CreateAction } from '@coinbase/agentkit';
import { getMcpTools } from '@coinbase/agentkit-model-context-protocol';
import ky from 'ky';
import { z } from 'zod';

const ledger = ky.create({ prefixUrl: 'https://ledger.example.com' });

class LedgerProvider extends ActionProvider {
  constructor() {
    super('ledger', []);
  }

  @CreateAction({ name: 'list_entries', description: 'Lists the entries of an account.', schema: z.object({ account: z.string() }) })
  async listEntries({ account }: { account: string }) {
    try {
      const entries = await ledger.get(`accounts/${account}`).json<string[]>();
      return entries.join('\n');
    } catch (error) {
      console.error(error);
      return `Error listing entries: ${String(error)}`; // expect: require-is-error, no-raw-error-message
    }
  }

  @CreateAction({ name: 'count_entries', description: 'Counts the entries of an account.', schema: z.object({ account: z.string() }) })
  async countEntries({ account }: { account: string }) {
    const entries = await ledger.get(`accounts/${account}`).json<string[]>();
    return `There are ${entries.length} entries.`;
  }

  supportsNetwork(): boolean {
    return true;
  }
}

export async function serve() {
  const agentKit = await AgentKit.from({ actionProviders: [new LedgerProvider()] });
  return await getMcpTools(agentKit);
}
