// What of the envelopes of Sentry's SDKs is stored: for /connect, the status and docs/sentry.md.

/** `types`: of its items in an envelope. `detail`: with `code` only. */
export type SentryRow = { name: string; types: string[]; detail: string }

export const SENTRY_READ: SentryRow[] = [
  {
    name: 'Errors and messages',
    types: ['event'],
    detail: 'Stack, causes, breadcrumbs, tags, contexts, release, environment and the id of the user.',
  },
  {
    name: 'CSP reports',
    types: [],
    detail:
      'From `report-uri` with `/api/1/security/?sentry_key=errata`, or from `report-to` with ' +
      '`/monitoring/reports?service=shop-web`: issues of the type CspViolation.',
  },
  {
    name: 'Transactions and spans',
    types: ['transaction', 'span'],
    detail: 'One trace with servers of OpenTelemetry, if pages have `propagateTraceparent: true`.',
  },
  { name: 'Web vitals', types: [], detail: 'LCP, INP, CLS, FCP and TTFB by route, from spans.' },
  {
    name: 'Logs',
    types: ['log'],
    detail: 'Stored with their trace. The console shows them under Logs, and in the timeline of an issue.',
  },
  {
    name: 'User feedback',
    types: ['feedback', 'user_report'],
    detail:
      'With name, mail address and the error that it is about. The console shows it under Feedback and on ' +
      'the page of the issue.',
  },
  {
    name: 'Pages at an error',
    types: [],
    detail:
      'From Session Replay, of a recording that names an error and has a complete page: the page at the ' +
      'error, the actions before it, and the page at the last ones. All have the styles of the page at the ' +
      'error, also those that scripts had inserted.',
  },
  {
    name: 'Check-ins',
    types: ['check_in'],
    detail: 'Stored as a log record. A check-in that does not come is not noticed.',
  },
  {
    name: 'Sessions',
    types: ['session', 'sessions'],
    detail: 'Crash-free sessions of releases, each session counted once.',
  },
  {
    name: 'Client reports',
    types: ['client_report'],
    detail: 'What the SDK has discarded is on the status, by reason and category.',
  },
]

const OTHERS: SentryRow = {
  name: 'Other items',
  types: ['form_data', 'raw_security', 'nel', 'otel_span', 'otel_log'],
  detail: 'Also unknown ones. Send spans and logs of OpenTelemetry to the collector.',
}

export const SENTRY_LEFT_OUT: SentryRow[] = [
  {
    name: 'Session Replay',
    types: ['replay_event', 'replay_recording', 'replay_video'],
    detail: 'Recordings without an error, and what comes after it. Nothing is played.',
  },
  { name: 'Attachments', types: ['attachment'], detail: 'Also screenshots, view hierarchies and minidumps.' },
  { name: 'Profiles', types: ['profile', 'profile_chunk'], detail: 'Traces show where time goes.' },
  {
    name: 'Metrics',
    types: ['trace_metric', 'metric_buckets', 'statsd'],
    detail: 'Send them with OpenTelemetry to a store of metrics.',
  },
  OTHERS,
  {
    name: 'Names, mail and IP addresses of users',
    types: [],
    detail: 'Of `user`, the id stays. `CLIENT_ADDRESS` sets what is stored of the address that sends.',
  },
  {
    name: 'Local variables and source lines in stacks',
    types: [],
    detail: 'They may contain secrets. Source lines come from source maps.',
  },
]

/** The row of a type; of unknown types, the row of others. */
export function sentryRow(type: string): SentryRow {
  const rows = [...SENTRY_READ, ...SENTRY_LEFT_OUT]
  return rows.find(({ types }) => types.includes(type)) ?? OTHERS
}

/** What can go wrong, and why. */
export const SENTRY_PROBLEMS = [
  {
    title: 'The answer is 401 or 403',
    text:
      '401: the DSN has no key before the `@`. 403: `SENTRY_KEYS` of the relay does not have this key, or ' +
      '`ALLOWED_ORIGINS` does not have the origin of the page. The header `X-Sentry-Error` has the reason.',
  },
  {
    title: 'The answer is 429',
    text:
      'An address may send five times `RATE_LIMIT`, and as many requests with errors again. The SDK ' +
      'pauses, and discards what it captures until then. Behind a proxy, all users share one address unless the relay has `TRUST_PROXY`.',
  },
  {
    title: 'The answer is 404 or HTML at `/monitoring`',
    text: 'The web server does not forward this path to the relay.',
  },
  {
    title: 'The service is called `project-1`',
    text:
      'The relay does not know the number: add it to `SENTRY_PROJECTS` and restart the relay. What was ' +
      'stored before keeps its service.',
  },
]
