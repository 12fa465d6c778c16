import ky, { HTTPError } from 'ky';
import { LiteMCP } from 'litemcp';
import { z } from 'zod';

const api = ky.create({ prefixUrl: 'https://aquarium.example.com' });

const server = new LiteMCP('aquarium', '1.0.0');

server.addTool({
  name: 'list_fish',
  description: 'Lists the fish in a tank.',
  parameters: z.object({ tank: z.string() }),
  execute: async ({ tank }) => {
    try {
      return await api.get(`tanks/${tank}/fish`).json<string[]>();
    } catch (error) { // expect: no-swallowed-error
      console.error('fish', tank, error);
      return [];
    }
  },
});

server.addTool({
  name: 'feed_fish',
  description: 'Feeds a tank.',
  parameters: z.object({ tank: z.string() }),
  execute: async ({ tank }) => {
    try {
      await api.post(`tanks/${tank}/food`);
    } catch (error) {
      if (!(error instanceof HTTPError && error.response.status === 409)) throw error;
      return `Error: tank ${tank} was fed an hour ago.`; // expect: require-is-error
    }
    return `Fed ${tank}.`;
  },
});

server.addTool({
  name: 'light_tank',
  description: 'Switches the light of a tank on.',
  parameters: z.object({ tank: z.string() }),
  execute: async ({ tank }) => {
    try {
      await api.put(`tanks/${tank}/light`);
    } catch (error) {
      if (!(error instanceof HTTPError && error.response.status === 409)) throw error;
      return { isError: true, content: [{ type: 'text', text: JSON.stringify({ // expect: no-invisible-error
        errorCategory: 'business',
        isRetryable: false,
        errorCode: 'NIGHT_REST',
        description: 'Tanks stay dark at night. Try in the morning.',
        customerFriendlyMessage: 'The fish are asleep.',
      }) }] };
    }
    return `Tank ${tank} is lit.`;
  },
});

server.addTool({
  name: 'clean_tank',
  description: 'Orders the cleaning of a tank.',
  parameters: z.object({ tank: z.string() }),
  execute: async ({ tank }) => {
    try {
      await api.post(`tanks/${tank}/cleaning`);
    } catch (error) {
      throw new Error(`The cleaning of ${tank} was not ordered; list the tanks for valid names.`, { cause: error });
    }
    return `The cleaning of ${tank} is ordered.`;
  },
});

await server.start();
