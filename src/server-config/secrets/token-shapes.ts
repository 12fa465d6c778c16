/** Tokens whose providers have given them a shape of their own: nothing else looks like this. */
const SHAPES: readonly (readonly [provider: string, shape: RegExp])[] = [
  ["Anthropic", /sk-ant-[\w-]{20,}/u],
  ["OpenRouter", /sk-or-v1-[0-9a-f]{32,}/u],
  ["OpenAI", /sk-(?:proj|svcacct|admin)-[\w-]{20,}/u],
  ["OpenAI", /sk-[A-Za-z0-9]{32,}/u],
  ["GitHub", /gh[pousr]_[A-Za-z0-9]{30,}/u],
  ["GitHub", /github_pat_\w{22,}/u],
  ["GitLab", /gl(?:pat|ptt|dt|rt|ft|soat)-[\w-]{18,}/u],
  ["Slack", /xox[abeoprs]-[\w-]{16,}|xapp-\d-[\w-]{16,}/u],
  ["Slack", /hooks\.slack\.com\/services\/T\w+\/B\w+\/\w{16,}/u],
  ["Discord", /discord(?:app)?\.com\/api\/webhooks\/\d{16,}\/[\w-]{30,}/u],
  ["Stripe", /[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,}/u],
  ["AWS", /(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])/u],
  ["Google", /AIza[\w-]{35}/u],
  ["Google", /GOCSPX-[\w-]{20,}|ya29\.[\w-]{20,}|1\/\/0[\w-]{30,}/u],
  ["Hugging Face", /hf_[A-Za-z0-9]{30,}/u],
  ["npm", /npm_[A-Za-z0-9]{36}/u],
  ["Notion", /ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}/u],
  ["Linear", /lin_(?:api|oauth)_[A-Za-z0-9]{32,}/u],
  ["Figma", /fig[dou]_[\w-]{30,}/u],
  ["Supabase", /sbp_(?:v0_)?[0-9a-f]{40}|sb_secret_[\w-]{20,}/u],
  ["Neon", /napi_[a-z0-9]{40,}/u],
  ["LangSmith", /lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}/u],
  ["Jina", /jina_[A-Za-z0-9_-]{40,}/u],
  ["Tavily", /tvly-(?:dev-|prod-)?[A-Za-z0-9]{20,}/u],
  ["Firecrawl", /fc-[0-9a-f]{32}/u],
  ["Context7", /ctx7sk-[\w-]{20,}/u],
  ["Sentry", /sntry[su]_[\w+/=-]{30,}/u],
  ["Airtable", /pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/u],
  ["SendGrid", /SG\.[\w-]{16,}\.[\w-]{30,}/u],
  ["Telegram", /(?<!\d)\d{8,10}:AA[\w-]{32,}/u],
  ["DigitalOcean", /do[opr]_v1_[0-9a-f]{64}/u],
  ["Perplexity", /pplx-[A-Za-z0-9]{32,}/u],
  ["Groq", /gsk_[A-Za-z0-9]{40,}/u],
  ["xAI", /xai-[A-Za-z0-9]{40,}/u],
  ["Replicate", /r8_[A-Za-z0-9]{30,}/u],
  ["Apify", /apify_api_[A-Za-z0-9]{30,}/u],
  ["Postman", /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/u],
  ["Brave", /(?<!\w)BSA[\w-]{24,}/u],
  ["Shopify", /shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/u],
  ["Atlassian", /ATATT3[\w=-]{40,}/u],
  ["HubSpot", /pat-(?:na|eu)\d-[0-9a-f-]{36}/u],
  ["Mapbox", /sk\.eyJ[\w-]{20,}\.[\w-]{10,}/u],
  ["New Relic", /NRAK-[A-Z0-9]{27}/u],
  ["Grafana", /glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}|glc_[A-Za-z0-9+/=]{32,}/u],
  ["Databricks", /dapi[0-9a-f]{32}/u],
  ["PyPI", /pypi-AgE[\w-]{50,}/u],
  ["Resend", /(?<!\w)re_[A-Za-z0-9]{6,}_[A-Za-z0-9]{20,}/u],
  ["Zapier", /mcp\.zapier\.com\/api\/mcp\/[sa]\/[\w+/=-]{30,}/u],
];

/** No token is shorter. In characters. */
const SHORTEST = 20;

const JWT = /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,}/u;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/u;

export interface FoundToken {
  /** What it is, for a message: "GitHub token". */
  readonly what: string;
  readonly start: number;
  readonly end: number;
}

/** A token that is told by its shape, wherever it stands in a text. */
export function tokenIn(text: string): FoundToken | undefined {
  if (text.length < SHORTEST) return undefined;
  if (PRIVATE_KEY.test(text)) return { what: "private key", start: 0, end: text.length };
  for (const [provider, shape] of SHAPES) {
    const match = shape.exec(text);
    if (match) return { what: `${provider} token`, start: match.index, end: match.index + match[0].length };
  }
  const token = JWT.exec(text);
  if (!token || isPublic(token[0])) return undefined;
  return { what: "JSON Web Token", start: token.index, end: token.index + token[0].length };
}

/** The key that a Supabase project gives to every browser, and the one of its local demo, which is the same for all. */
function isPublic(token: string): boolean {
  const [, payload = ""] = token.split(".");
  try {
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as Record<string, unknown> | null;
    return claims?.["role"] === "anon" || claims?.["iss"] === "supabase-demo";
  } catch {
    return false; // no claims that can be read: a token all the same
  }
}

/** A key that is made to be seen: it stands in every page of the application. */
export function isPublishable(value: string): boolean {
  return (
    /^(?:pk_(?:live|test)_|sb_publishable_|pk\.eyJ|phc_|ca-pub-)/u.test(value) || (JWT.test(value) && isPublic(value))
  );
}
