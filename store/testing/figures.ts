// Figures of the API with SQL that computes the same from the spans, exceptions and records that are stored.

/** What some figures are about: a server's span with errors, a span of the page, and a release. */
export type FigureNames = {
  call: { service: string; operation: string }
  operation: string
  environment: string
  release: string
}

/** Traces of which a span started in the range, with their start and duration in nanoseconds. */
const TRACES = `(SELECT TraceId, min(toUnixTimestamp64Nano(Timestamp)) AS start,
    max(toUnixTimestamp64Nano(Timestamp) + Duration) - start AS duration,
    countIf(StatusCode = 'Error') > 0 OR TraceId IN (SELECT TraceId FROM exceptions) AS failed
  FROM otel_traces WHERE TraceId IN (SELECT TraceId FROM otel_traces WHERE IN_RANGE) GROUP BY TraceId)`

export type Figure = { name: string; path: string; read: (body: never) => unknown; sql: string }

type Body = Record<string, unknown> & Record<string, { length: number }>
const facet =
  (name: string) => (body: { facets: { name: string; values: { value: string; count: number }[] }[] }) =>
    body.facets.find((item) => item.name === name)!.values.map(({ value, count }) => [value, count])

/** SQL: one column of one row, or an array. */
export function figuresOf({ call, operation, environment, release }: FigureNames): Figure[] {
  const spanName = `SpanName = '${call.operation}' AND ServiceName = '${call.service}'`
  const ofCall = `service=${call.service}&operation=${call.operation}`
  return [
    ...[
      ['', ''],
      [`&service=${call.service}`, ` AND ServiceName = '${call.service}'`],
      [`&operation=${operation}`, ` AND SpanName = '${operation}'`],
      [
        `&environment=${environment}&release=${release}`,
        ` AND Environment = '${environment}' AND Release = '${release}'`,
      ],
    ].flatMap(([query, of]) => {
      const traces = TRACES.replace('IN_RANGE', `IN_RANGE${of}`)
      return [
        ['count', 'count()'],
        ['total', 'count()'],
        ['errors', 'countIf(failed)'],
        ['p50Ns', 'quantileExact(0.5)(duration)'],
        ['p95Ns', 'quantileExact(0.95)(duration)'],
      ].map(([field, expression]) => ({
        name: `heatmap ${query} ${field}`,
        path: `/api/traces/heatmap?${query}`,
        read: (body: Body) => body[field!],
        sql: `SELECT ${expression} AS value FROM ${traces}`,
      }))
    }),
    {
      name: 'heatmap, traces of a second or more',
      path: '/api/traces/heatmap?minDurationNs=1000000000',
      read: (body: Body) => body['total'],
      sql: `SELECT count() AS value FROM ${TRACES} WHERE duration >= 1000000000`,
    },
    {
      name: 'heatmap, cells of a second or more',
      path: '/api/traces/heatmap?',
      read: ({ cells, durationsNs }: { cells: { row: number; count: number }[]; durationsNs: number[] }) =>
        cells.filter(({ row }) => durationsNs[row - 1]! >= 1e9).reduce((sum, { count }) => sum + count, 0),
      sql: `SELECT count() AS value FROM ${TRACES} WHERE duration >= 1000000000`,
    },
    {
      name: 'list of traces, newest: durations',
      path: '/api/traces?limit=100&minDurationNs=2500000000',
      read: ({ traces }: { traces: { durationNs: number }[] }) =>
        traces.map(({ durationNs }) => durationNs).toSorted((a, b) => a - b),
      sql: `SELECT arraySort(groupArray(duration)) AS value FROM ${TRACES} WHERE duration >= 2500000000`,
    },
    {
      name: 'list of traces, slowest first: durations',
      path: '/api/traces?limit=100&sort=duration&status=error',
      read: ({ traces }: { traces: { durationNs: number }[] }) => traces.map(({ durationNs }) => durationNs),
      sql: `SELECT arrayReverseSort(groupArray(duration)) AS value FROM ${TRACES.replace(
        'IN_RANGE',
        `IN_RANGE AND (StatusCode = 'Error' OR TraceId IN (SELECT TraceId FROM exceptions WHERE IN_RANGE))`,
      )}`,
    },
    {
      name: 'list of traces: the time of the root span',
      path: '/api/traces?limit=100',
      read: ({ traces }: { traces: { rootDurationNs: number }[] }) =>
        traces.map(({ rootDurationNs }) => rootDurationNs).toSorted((a, b) => a - b),
      sql: `SELECT arraySort(groupArray(100)(Duration)) AS value FROM (SELECT Duration FROM otel_traces
      WHERE ParentSpanId = '' AND TraceId IN (SELECT TraceId FROM otel_traces WHERE IN_RANGE GROUP BY TraceId
        ORDER BY max(Timestamp) DESC LIMIT 100))`,
    },
    {
      name: 'facets of traces, total',
      path: '/api/facets?of=traces',
      read: (body: Body) => body['total'],
      sql: `SELECT count() AS value FROM ${TRACES}`,
    },
    ...[
      ['operation', 'SpanName'],
      ['release', 'Release'],
      ['service', 'ServiceName'],
    ].map(([name, column]) => ({
      name: `facets of traces, ${name}`,
      path: '/api/facets?of=traces',
      read: facet(name!),
      sql: `SELECT arraySort(pair -> (-pair.2, pair.1), groupArray((v, c))) AS value FROM (
      SELECT toString(${column}) AS v, uniqExact(TraceId) AS c FROM otel_traces WHERE IN_RANGE GROUP BY v)`,
    })),
    ...[
      ['count', 'count()'],
      ['errors', `countIf(StatusCode = 'Error')`],
      ['timeNs', 'sum(Duration)'],
    ].map(([field, expression]) => ({
      name: `operation, ${field}`,
      path: `/api/operations?${ofCall}`,
      read: ({ operations }: { operations: Record<string, unknown>[] }) => operations[0]?.[field!],
      sql: `SELECT ${expression} AS value FROM otel_traces WHERE ${spanName} AND IN_RANGE`,
    })),
    {
      name: 'operation, totals with the base',
      path: `/api/operations?${ofCall}&base=true`,
      read: ({ totals }: { totals: { count: number } }) => totals.count,
      sql: `SELECT count() AS value FROM otel_traces WHERE ${spanName} AND IN_RANGE`,
    },
    {
      name: 'operation, sum of its trend',
      path: `/api/operations?${ofCall}&trend=true`,
      read: ({ operations }: { operations: { trend: { count: number }[] }[] }) =>
        operations[0]!.trend.reduce((sum, { count }) => sum + count, 0),
      sql: `SELECT count() AS value FROM otel_traces WHERE ${spanName} AND IN_RANGE`,
    },
    {
      name: 'heatmap of calls',
      path: `/api/traces/heatmap?of=spans&${ofCall}`,
      read: ({ count, errors, p95Ns }: Body) => [count, errors, p95Ns],
      sql: `SELECT [count(), countIf(StatusCode = 'Error'), quantileExact(0.95)(Duration)] AS value
      FROM otel_traces WHERE ${spanName} AND IN_RANGE`,
    },
    {
      name: 'calls with an error',
      path: `/api/operations/calls?${ofCall}&status=error&limit=100`,
      read: ({ calls }: Body) => calls!.length,
      sql: `SELECT count() AS value FROM otel_traces
      WHERE ${spanName} AND StatusCode = 'Error' AND IN_RANGE`,
    },
    {
      name: 'slow calls, slowest first',
      path: `/api/operations/calls?${ofCall}&minDurationNs=1000000000&sort=duration&limit=100`,
      read: ({ calls }: { calls: { durationNs: number }[] }) => calls.map(({ durationNs }) => durationNs),
      sql: `SELECT arrayReverseSort(groupArray(Duration)) AS value FROM otel_traces
      WHERE ${spanName} AND Duration >= 1000000000 AND IN_RANGE`,
    },
    ...OF_ALL,
  ]
}

/** Of everything in the range. */
const OF_ALL: Figure[] = [
  {
    name: 'vitals of all routes',
    path: '/api/vitals?trend=true',
    read: ({ totals }: { totals: { count: number; good: number }[] }) =>
      (['count', 'good'] as const).map((name) => totals.reduce((sum, total) => sum + total[name], 0)),
    sql: `SELECT [count(), countIf(LogAttributes['browser.web_vital.rating'] = 'good')] AS value
      FROM otel_logs WHERE EventName = 'browser.web_vital' AND IN_RANGE`,
  },
  {
    name: 'vitals, sum of the trend and of the routes',
    path: '/api/vitals?trend=true',
    read: ({ trend, vitals }: Record<'trend' | 'vitals', { count: number }[]>) =>
      [trend, vitals].map((list) => list.reduce((sum, { count }) => sum + count, 0)),
    sql: `SELECT [count(), count()] AS value
      FROM otel_logs WHERE EventName = 'browser.web_vital' AND IN_RANGE`,
  },
  {
    name: 'issues: events, users, sessions',
    path: '/api/issues?limit=100',
    read: ({ issues }: { issues: Record<string, unknown>[] }) =>
      issues
        .map(({ type, count, users, sessions }) => [type, count, users, sessions])
        .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    sql: `SELECT arraySort(groupArray((t, c, u, s))) AS value FROM (SELECT Type AS t, count() AS c,
      uniqExact(UserId) AS u, uniqExact(SessionId) AS s FROM exceptions WHERE IN_RANGE GROUP BY IssueId, t)`,
  },
  {
    name: 'issues: sums of the trends',
    path: '/api/issues?limit=100',
    read: ({ issues }: { issues: { trend: { count: number }[] }[] }) =>
      issues.flatMap(({ trend }) => trend).reduce((sum, { count }) => sum + count, 0),
    sql: `SELECT count() AS value FROM exceptions WHERE IN_RANGE`,
  },
  {
    name: 'trend: events, users, sum of the bars',
    path: '/api/trend?',
    read: ({ events, users, buckets }: Body & { buckets: { count: number }[] }) => [
      events,
      users,
      buckets.reduce((sum, { count }) => sum + count, 0),
    ],
    sql: `SELECT [count(), uniqExact(UserId), count()] AS value FROM exceptions WHERE IN_RANGE`,
  },
  {
    name: 'facets of issues',
    path: '/api/facets?of=issues',
    read: facet('type'),
    sql: `SELECT arraySort(pair -> (-pair.2, pair.1), groupArray((t, c))) AS value
      FROM (SELECT toString(Type) AS t, count() AS c FROM exceptions WHERE IN_RANGE GROUP BY t)`,
  },
]

/** The SQL of a figure for a range: both instants in milliseconds since 1970. */
export function sqlOf(sql: string, from: number, to: number): string {
  const inRange = `(Timestamp >= fromUnixTimestamp64Milli(toInt64(${from}))
    AND Timestamp < fromUnixTimestamp64Milli(toInt64(${to})))`
  return sql.replaceAll('IN_RANGE', inRange)
}
