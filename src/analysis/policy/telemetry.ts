// Services that count what is used, and nothing else. A `segment` may be one of customers.

/** What they are called in code: `mixpanel.people.set(id)`. */
export const TELEMETRY_NAMES =
  /(?:^|\.)(?:posthog|amplitude|mixpanel|sentry|statsd|rudderstack|bugsnag|rollbar|plausible)(?:\.|$)/iu;

export const TELEMETRY_PACKAGES =
  /(?:^|[/@-])(?:posthog|amplitude|mixpanel|sentry|statsd|rudderstack|bugsnag|rollbar|plausible|segment)(?:[/-]|$)/u;

export const TELEMETRY_ADDRESS =
  /(?:^|[/.-])(?:telemetry|analytics)(?:[/.-]|$)|\b(?:posthog|amplitude|mixpanel|sentry|rudderstack|bugsnag|rollbar|plausible)\.(?:com|io)\b/iu;
