import ky, { HTTPError } from 'ky';
import { Skybridge } from 'skybridge/server';
import { z } from 'zod';

const api = ky.create({ prefixUrl: 'https://cinema.example.com' });

export const app = new Skybridge({
  name: 'cinema',
  version: '1.0.0',
  handler: (server) =>
    server
      .registerTool(
        {
          name: 'list_films',
          description: 'Lists the films of a day.',
          inputSchema: { day: z.string() },
          view: { component: 'films' },
        },
        async ({ day }) => {
          try {
            const films = await api.get('films', { searchParams: { day } }).json<string[]>();
            return { content: films.join('\n'), structuredContent: { films } };
          } catch { // expect: no-swallowed-error
            return { content: 'No films on this day.', structuredContent: { films: [] } };
          }
        },
      )
      .registerTool(
        { name: 'book_seat', description: 'Books a seat.', inputSchema: { film: z.string(), seat: z.string() } },
        async ({ film, seat }) => {
          try {
            await api.post(`films/${film}/seats/${seat}`);
            return { content: `Booked ${seat}.` };
          } catch (error) {
            if (!(error instanceof HTTPError && error.response.status === 409)) throw error;
            return { content: `Error: seat ${seat} is taken.` }; // expect: require-is-error
          }
        },
      )
      .registerTool(
        { name: 'free_seat', description: 'Frees a seat.', inputSchema: { film: z.string(), seat: z.string() } },
        async ({ film, seat }) => {
          await api.delete(`films/${film}/seats/${seat}`);
          return { content: `Seat ${seat} is free.` };
        },
      ),
});
