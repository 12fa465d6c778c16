// forms: as-is
import Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import { z } from 'zod';

const client = new Anthropic();

const lookUp = betaZodTool({
  name: 'look_up',
  description: 'Looks up a word in the dictionary.',
  inputSchema: z.object({ word: z.string() }),
  run: async ({ word }) => {
    try {
      const res = await fetch(`https://dictionary.example.com/${encodeURIComponent(word)}`);
      if (!res.ok) throw new Error(`HTTP ${res.status}`);
      return await res.text();
    } catch {
      return 'Error: no entry could be read.';
    }
  },
});

export const runner = client.beta.messages.toolRunner({
  model: 'claude-sonnet-4-5',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'What does "ablation" mean?' }],
  tools: [lookUp],
});
