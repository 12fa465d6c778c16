import { FastMCP, UserError } from 'fastmcp';
import ky, { HTTPError } from 'ky';
import { z } from 'zod';

const api = ky.create({ prefixUrl: 'https://recipes.example.com', timeout: 10_000 });

const server = new FastMCP({ name: 'recipes', version: '1.0.0' });

server.addTool({
  name: 'search_recipes',
  description: 'Searches recipes by ingredient.',
  parameters: z.object({ ingredient: z.string() }),
  annotations: { readOnlyHint: true },
  execute: async ({ ingredient }, { log }) => {
    let recipes: string[] = [];
    try {
      recipes = await api.get('recipes', { searchParams: { ingredient } }).json<string[]>();
    } catch (error) { // expect: no-swallowed-error
      log.error('recipe search', { message: String(error) });
    }
    return JSON.stringify({ recipes });
  },
});

server.addTools([
  {
    name: 'get_recipe',
    description: 'Reads a recipe.',
    parameters: z.object({ recipeId: z.string() }),
    annotations: { readOnlyHint: true },
    execute: async ({ recipeId }) => {
      try {
        return await api.get(`recipes/${recipeId}`).text();
      } catch (error) {
        if (!(error instanceof HTTPError && error.response.status === 504)) throw error;
        return `Error: the recipe service did not answer about ${recipeId} in time.`; // expect: require-is-error
      }
    },
  },
]);

server.addTool({
  name: 'rate_recipe',
  description: 'Rates a recipe.',
  parameters: z.object({ recipeId: z.string(), stars: z.number().int().min(1).max(5) }),
  execute: async ({ recipeId, stars }) => {
    try {
      await api.put(`recipes/${recipeId}/rating`, { json: { stars } });
    } catch (error) {
      if (error instanceof HTTPError && error.response.status === 404) {
        throw new UserError(`There is no recipe ${recipeId}; call search_recipes for valid ids.`);
      }
      if (error instanceof HTTPError && error.response.status === 403) {
        return { isError: true, content: [{ type: 'text', text: JSON.stringify({
          errorCategory: 'permission',
          isRetryable: false,
          errorCode: 'RATING_FORBIDDEN',
          description: 'Only members may rate. Ask the user to sign in.',
          customerFriendlyMessage: 'Please sign in to rate recipes.',
        }) }] };
      }
      throw error;
    }
    return `Rated ${recipeId} with ${stars} stars.`;
  },
});

await server.start({ transportType: 'stdio' });
