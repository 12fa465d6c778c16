import type { WeatherApi } from "./api.js";

export interface Cache {
  set(key: string, value: unknown): Promise<void>;
}

export interface Deps {
  api: WeatherApi;
  cache: Cache;
}
