import type { FastMCP } from "fastmcp";
import { z } from "zod";
import { UpstreamError } from "./api.js";
import type { Deps } from "./deps.js";
import { errorText, failure } from "./failure.js";

const city = z.object({ city: z.string().min(2).describe("Name of the city, such as Oslo") });

export function addReadingTools(server: FastMCP, { api, cache }: Deps): void {
  server.addTool({
    name: "current_weather",
    description: "Temperature, wind and sky right now.",
    parameters: city,
    annotations: { readOnlyHint: true, openWorldHint: true },
    execute: async ({ city: name }) => {
      const res = await fetch(`${api.baseUrl}/current?city=${encodeURIComponent(name)}`, { headers: api.headers });
      const weather = await res.json();
      return JSON.stringify({ city: name, weather });
    },
  });

  server.addTool({
    name: "forecast",
    description: "Weather of the next days.",
    parameters: city.extend({ days: z.number().int().min(1).max(10).default(3) }),
    annotations: { readOnlyHint: true, openWorldHint: true },
    execute: async ({ city: name, days }) => {
      const url = `${api.baseUrl}/forecast?city=${encodeURIComponent(name)}&days=${days}`;
      const res = await fetch(url, { headers: api.headers });
      if (res.status === 429) {
        return failure({
          errorCategory: "transient",
          isRetryable: true,
          errorCode: "FORECAST_RATE_LIMITED",
          description: "The weather service allows no more forecasts right now. Wait, then make the same call again.",
        });
      }
      if (!res.ok) throw new UpstreamError({ url, headers: api.headers }, res.status, res.headers.get("retry-after"));
      return JSON.stringify(await res.json());
    },
  });

  server.addTool({
    name: "air_quality",
    description: "Air quality index of a city.",
    parameters: city,
    annotations: { readOnlyHint: true, openWorldHint: true },
    execute: async ({ city: name }) => {
      const reading = await api.airQuality(name);
      try {
        await cache.set(`air:${name}`, reading);
      } catch {
        // Best effort: the reading is at hand, and a cache that misses it costs one further request, nothing else.
      }
      return JSON.stringify(reading);
    },
  });

  server.addTool({
    name: "uv_index",
    description: "Ultraviolet index of a city.",
    parameters: city,
    annotations: { readOnlyHint: true, openWorldHint: true },
    execute: async ({ city: name }) => {
      const { index } = await api.uvIndex(name);
      return `The UV index in ${name} is ${index}.`;
    },
  });

  server.addTool({
    name: "tide_table",
    description: "High and low water at a harbour today.",
    parameters: z.object({ harbour: z.string().min(2) }),
    annotations: { readOnlyHint: true, openWorldHint: true },
    execute: async ({ harbour }) => {
      try {
        const res = await fetch(`${api.baseUrl}/tides/${encodeURIComponent(harbour)}`, { headers: api.headers });
        if (!res.ok) {
          const body = await res.text();
          return errorText(`The tide service answered ${res.status}: ${body}`);
        }
        return JSON.stringify(await res.json());
      } catch (error) {
        return `Error reading the tides of ${harbour}: ${error instanceof Error ? error.message : String(error)}`;
      }
    },
  });
}
