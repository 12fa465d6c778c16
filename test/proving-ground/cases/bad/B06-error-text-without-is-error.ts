import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';

interface Forecast {
  city: string;
  celsius: number;
}

class WeatherError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The weather service answered ${status}; check the spelling of the city.`);
    this.status = status;
  }
}

async function getForecast(city: string): Promise<Forecast> {
  const res = await fetch(`https://weather.example.com/v2/forecast?city=${encodeURIComponent(city)}`);
  if (!res.ok) throw new WeatherError(res.status);
  return (await res.json()) as Forecast;
}

export const server = new McpServer({ name: 'weather', version: '1.2.0' });

server.registerTool(
  'get_forecast',
  {
    description: 'Tells the forecast of a city.',
    inputSchema: { city: z.string() },
    annotations: { readOnlyHint: true },
  },
  async ({ city }) => {
    try {
      const forecast = await getForecast(city);
      return { content: [{ type: 'text', text: `${forecast.city}: ${forecast.celsius} °C` }] };
    } catch (error) {
      if (!(error instanceof WeatherError && error.status === 504)) throw error;
      return { // expect: require-is-error
        content: [{ type: 'text', text: `Error: the weather service did not answer for ${city} in time.` }],
      };
    }
  },
);
