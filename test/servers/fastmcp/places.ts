import type { FastMCP } from "fastmcp";
import { z } from "zod";
import type { Deps } from "./deps.js";
import { errorText } from "./failure.js";

export function addPlaceTools(server: FastMCP, { api }: Deps): void {
  server.addTool({
    name: "geocode",
    description: "Coordinates of a place.",
    parameters: z.object({ query: z.string().min(2) }),
    annotations: { readOnlyHint: true, openWorldHint: true },
    execute: async ({ query }) => {
      try {
        const places = await api.geocode(query);
        return JSON.stringify({ places });
      } catch (error) {
        return errorText(`Geocoding "${query}" did not work: ${JSON.stringify(error)}`);
      }
    },
  });

  server.addTool({
    name: "weather_alerts",
    description: "Official warnings for a region.",
    parameters: z.object({ region: z.string().min(2) }),
    annotations: { readOnlyHint: true, openWorldHint: true },
    execute: async ({ region }) => {
      try {
        const alerts = await api.alerts(region);
        return JSON.stringify({ region, alerts });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return {
          content: [{ type: "text" as const, text: `Cannot load the alerts for ${region}. ${reason}` }],
          isError: false,
        };
      }
    },
  });

  server.addTool({
    name: "subscribe_alerts",
    description: "Send the warnings of a region to an e-mail address.",
    parameters: z.object({ region: z.string().min(2), email: z.email() }),
    annotations: { idempotentHint: true },
    execute: async ({ region, email }) => {
      const answer = await api.subscribe(region, email);
      if (!answer.ok) {
        return JSON.stringify({ ok: false, error: answer.error });
      }
      return JSON.stringify({ ok: true, subscription: answer.id });
    },
  });
}
