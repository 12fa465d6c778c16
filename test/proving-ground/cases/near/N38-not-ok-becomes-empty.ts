import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

async function searchRecipes(words: string): Promise<string[]> {
  const res = await fetch(`https://recipes.example.com/search?q=${encodeURIComponent(words)}`);
  if (!res.ok) return []; // expect: no-swallowed-error
  return (await res.json()) as string[];
}

export const server = new McpServer({ name: 'recipes', version: '1.0.0' });

server.registerTool(
  'search_recipes',
  { description: 'Searches recipes.', inputSchema: { words: z.string() }, annotations: { readOnlyHint: true } },
  async ({ words }) => {
    const recipes = await searchRecipes(words);
    return { content: [{ type: 'text', text: JSON.stringify({ recipes }) }] };
  },
);
