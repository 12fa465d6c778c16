import { WeatherApi } from "./api.js";
import { createServer } from "./server.js";

const api = new WeatherApi(
  process.env["WEATHER_API_URL"] ?? "http://127.0.0.1:4040",
  process.env["WEATHER_API_KEY"] ?? "",
);
const readings = new Map<string, unknown>();

const server = createServer({
  api,
  cache: {
    set: async (key, value) => {
      readings.set(key, value);
    },
  },
});
await server.start({ transportType: "stdio" });
