import { UserError } from "fastmcp";

/** The weather service's answers, as far as the tools use them. */
export interface AirQuality {
  city: string;
  index: number;
  measuredAt: string;
}

export interface UvIndex {
  city: string;
  index: number;
}

export interface Place {
  name: string;
  latitude: number;
  longitude: number;
}

export interface Alert {
  title: string;
  severity: string;
}

export type Subscription = { ok: true; id: string } | { ok: false; error: string };

interface UpstreamRequest {
  url: string;
  headers: Record<string, string>;
}

function contract(status: number | undefined, retryAfter: string | null): string {
  if (status === 401 || status === 403) {
    return JSON.stringify({
      errorCategory: "permission",
      isRetryable: false,
      errorCode: "WEATHER_KEY_REFUSED",
      description: "The weather service refused the key of this server. The operator has to renew it.",
      customerFriendlyMessage: "I have no access to weather data at the moment.",
    });
  }
  if (status === undefined || status === 429 || status >= 500) {
    const wait = Number(retryAfter ?? Number.NaN);
    return JSON.stringify({
      errorCategory: "transient",
      isRetryable: true,
      retryAfterSeconds: Number.isFinite(wait) ? wait : 20,
      errorCode: "WEATHER_SERVICE_UNAVAILABLE",
      description: "The weather service is overloaded or down. Wait, then make the same call again.",
    });
  }
  return JSON.stringify({
    errorCategory: "validation",
    isRetryable: false,
    errorCode: "WEATHER_QUERY_REFUSED",
    description: "The weather service does not understand the place. Use the name of a city, without a street.",
  });
}

/** FastMCP hands the message of a UserError to the model as it is, so the message is the contract. */
export class UpstreamError extends UserError {
  readonly status: number | undefined;
  readonly request: UpstreamRequest;

  constructor(request: UpstreamRequest, status?: number, retryAfter: string | null = null) {
    super(contract(status, retryAfter));
    this.status = status;
    this.request = request;
  }
}

export class WeatherApi {
  readonly baseUrl: string;
  readonly headers: Record<string, string>;

  constructor(baseUrl: string, key: string) {
    this.baseUrl = baseUrl;
    this.headers = { "x-api-key": key };
  }

  airQuality(city: string): Promise<AirQuality> {
    return this.get(`/air?city=${encodeURIComponent(city)}`);
  }

  uvIndex(city: string): Promise<UvIndex> {
    return this.get(`/uv?city=${encodeURIComponent(city)}`);
  }

  geocode(query: string): Promise<Place[]> {
    return this.get(`/geocode?q=${encodeURIComponent(query)}`);
  }

  alerts(region: string): Promise<Alert[]> {
    return this.get(`/alerts?region=${encodeURIComponent(region)}`);
  }

  subscribe(region: string, email: string): Promise<Subscription> {
    return this.get(`/subscribe?region=${encodeURIComponent(region)}&email=${encodeURIComponent(email)}`);
  }

  private async get<T>(path: string): Promise<T> {
    const request = { url: `${this.baseUrl}${path}`, headers: this.headers };
    const res = await fetch(request.url, { headers: request.headers }).catch(() => {
      throw new UpstreamError(request);
    });
    if (!res.ok) throw new UpstreamError(request, res.status, res.headers.get("retry-after"));
    return (await res.json()) as T;
  }
}
