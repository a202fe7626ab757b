// The statements that delete what requests name. None has a value of a person in its text.
import type { Mutation } from '../../database/mutations.ts'
import {
  isOfPerson,
  isSnapshotOf,
  setsOfRequests,
  tracesQuery,
  valuesOf,
  visitsQuery,
} from './person-rows.ts'
import type { PersonTable, ValueKind } from './person-rows.ts'

/** In place of a text of a deleted occurrence, where no other occurrence is stored. */
const DELETED = '(deleted)'

/** As the view of the table `feedback` makes it. */
const FEEDBACK_ID = `if(EventName != 'user.feedback', '', if(LogAttributes['log.record.uid'] != '',
  LogAttributes['log.record.uid'],
  lower(hex(sipHash128(Timestamp, ServiceName, LogAttributes['errata.feedback.text'])))))`

/** `has`: whether a request has values of the kind. */
export type DeletionScope = { requests: string[]; has: (...kinds: ValueKind[]) => boolean }

/** Statements that insert values into `forget_values`, in their order. */
export function fillStatements({ requests, has }: DeletionScope): string[] {
  const sets = setsOfRequests(requests)
  const insert = (kind: ValueKind, query: string): string =>
    `INSERT INTO forget_values SELECT '${requests[0]!}', '${kind}', Value FROM (${query}) AS values`
  const persons = has('user', 'session', 'visit')
    ? [insert('visit', visitsQuery(sets)), insert('trace', tracesQuery(sets))]
    : []
  return [
    ...persons,
    insert('feedback', deletedFeedback({ requests, has })),
    insert(
      'touched',
      `SELECT DISTINCT IssueId AS Value FROM exceptions WHERE ${isDeleted('exceptions', { requests, has })}`,
    ),
  ]
}

/** The texts of users who are deleted, and about errors that are deleted. */
function deletedFeedback(scope: DeletionScope): string {
  const idsOf = (column: string): string =>
    `SELECT ${column} FROM exceptions WHERE ${column} != '' AND (${isDeleted('exceptions', scope)})`
  return `SELECT FeedbackId AS Value FROM feedback
    WHERE Digest IN (${idsOf('Digest')}) OR GivenDigest IN (${idsOf('GivenDigest')})
      OR ${isDeleted('feedback', scope)}`
}

/** One stage after the other. The tables of received rows are first: a start repairs the others from them. */
export function deletionStages(scope: DeletionScope): Mutation[][] {
  const { requests, has } = scope
  const deleteFrom = (table: 'exceptions' | 'feedback'): Mutation => ({
    table,
    change: `DELETE WHERE ${isDeleted(table, scope)}`,
  })
  const searches = {
    table: 'settings',
    change: `DELETE WHERE Kind = 'search' AND Id IN ${valuesOf('search', requests)}`,
  }
  return [
    ofSources(scope),
    [
      UNUSED_CONTENTS,
      deleteFrom('exceptions'),
      deleteFrom('feedback'),
      ...(has('user', 'session', 'visit') ? ofTraces(requests) : []),
    ],
    [
      ...replaceTexts(requests),
      ...(has('issue') ? ofIssues(requests) : []),
      ...(has('search') ? [searches] : []),
    ],
  ]
}

function ofSources(scope: DeletionScope): Mutation[] {
  // The rows of their errors are deleted after them.
  const sets = scope.has('user', 'session', 'visit') ? setsOfRequests(scope.requests) : null
  const isOfThem = isSnapshotOf(isDeleted('exceptions', scope), sets)
  const snapshots = { table: 'snapshots', change: `DELETE WHERE ${isOfThem}` }
  const logs = { table: 'otel_logs', change: `DELETE WHERE ${isDeleted('otel_logs', scope)}` }
  const spans = { table: 'otel_traces', change: `DELETE WHERE ${isDeleted('otel_traces', scope)}` }
  const sources = [snapshots, logs, spans]
  return scope.has('issue', 'digest') ? [...sources, removeEvents(scope)] : sources
}

/** Text and instant of the newest occurrences that remain, with a count of 0. Newer ones replace them. */
export function remainingTexts({ requests }: DeletionScope): string {
  return `INSERT INTO issues
    (IssueId, ServiceName, Type, Message, Culprit, LatestDigest, FirstSeen, LastSeen, Count, Users, Releases)
    SELECT e.IssueId, anyLast(toString(e.ServiceName)), argMaxState(toString(e.Type), e.Timestamp),
      argMaxState(e.Message, e.Timestamp), argMaxState(toString(e.Culprit), e.Timestamp),
      argMaxState(e.Digest, e.Timestamp), min(e.Timestamp), max(e.Timestamp), toUInt64(0),
      uniqStateIf(e.UserId, 0), emptyArrayString()
    FROM exceptions AS e WHERE e.IssueId IN ${valuesOf('touched', requests)} GROUP BY e.IssueId`
}

/** A condition on the rows of a table. */
function isDeleted(table: PersonTable | 'feedback', { requests, has }: DeletionScope): string {
  const conditions: string[] = []
  if (table === 'feedback') conditions.push(`FeedbackId IN ${valuesOf('feedback', requests)}`)
  if (table === 'otel_logs') conditions.push(`(${FEEDBACK_ID} IN ${valuesOf('feedback', requests)})`)
  if (has('user', 'session', 'visit')) conditions.push(isOfPerson(table, setsOfRequests(requests)))
  const [digests, issues] = [valuesOf('digest', requests), valuesOf('issue', requests)]
  if (has('issue', 'digest') && table === 'exceptions')
    conditions.push(`Digest IN ${digests} OR IssueId IN ${issues}`)
  if (has('issue', 'digest') && table === 'otel_logs')
    conditions.push(`(LogAttributes['errata.fingerprint'] != ''
      AND (LogAttributes['errata.digest'] IN ${digests}
        OR LogAttributes['errata.fingerprint'] IN ${issues}))`)
  return conditions.length === 0 ? '0' : conditions.join(' OR ')
}

/** Pages of one build have the same styles, and others may have the same page. */
const UNUSED_CONTENTS = {
  table: 'snapshot_contents',
  change: 'DELETE WHERE Hash NOT IN (SELECT arrayJoin(arrayConcat([Html, Css], Pages)) FROM snapshots)',
}

/** Exceptions that are events or attributes of spans. The spans stay. */
function removeEvents({ requests }: DeletionScope): Mutation {
  const listOf = (kind: ValueKind): string => valuesOf(kind, requests).replace('Value', 'groupArray(Value)')
  const isRemoved = (map: string): string => `(${map}['errata.fingerprint'] != ''
    AND (has(${listOf('digest')}, ${map}['errata.digest'])
      OR has(${listOf('issue')}, ${map}['errata.fingerprint'])))`
  const columns = ['Timestamp', 'Name', 'Attributes'].map(
    (name) => `\`Events.${name}\` = arrayFilter((value, event) -> NOT ${isRemoved('event')},
      \`Events.${name}\`, \`Events.Attributes\`)`,
  )
  return {
    table: 'otel_traces',
    change: `UPDATE ${columns.join(', ')}, SpanAttributes = if(${isRemoved('SpanAttributes')},
        mapFilter((name, value) -> NOT (name LIKE 'exception.%' OR name LIKE 'errata.%'), SpanAttributes),
        SpanAttributes)
      WHERE arrayExists(event -> ${isRemoved('event')}, \`Events.Attributes\`)
        OR ${isRemoved('SpanAttributes')}`,
  }
}

/** A trace leaves the lists unless spans of others remain in it. */
function ofTraces(requests: string[]): Mutation[] {
  const { users, sessions, visits, traces } = setsOfRequests(requests)
  const isGone = `TraceId IN ${traces} AND TraceId NOT IN (SELECT TraceId FROM otel_traces
    WHERE TraceId IN ${traces})`
  return [
    {
      table: 'trace_users',
      change: `DELETE WHERE (${isGone}) OR (Name = 'user.id' AND Value IN ${users})
        OR (Name = 'session.id' AND (Value IN ${sessions} OR Value IN ${visits}))`,
    },
    { table: 'trace_summaries', change: `DELETE WHERE ${isGone}` },
    { table: 'trace_summaries', change: `UPDATE User = '' WHERE User IN ${users}` },
    { table: 'otel_traces_trace_id_ts', change: `DELETE WHERE ${isGone}` },
    { table: 'sampled_spans', change: `DELETE WHERE ${isGone}` },
  ]
}

/** Titles of issues and messages of channels may have a text of a deleted occurrence; counts stay. */
function replaceTexts(requests: string[]): Mutation[] {
  const touched = valuesOf('touched', requests)
  // A digest has links to issues.
  const ids = touched.replace('Value', 'groupArray(Value)')
  const content = String.raw`replaceRegexpAll(Content,
    '"(title|text|html|message|facts)":"(?:[^"\\\\]|\\\\.)*"', '"\\1":"${DELETED}"')`
  const isOfFeedback = `replaceOne(Subject, 'feedback:', '') IN ${valuesOf('feedback', requests)}`
  return [
    {
      table: 'issues',
      change: `UPDATE Message = ${oldestState(DELETED)}, LatestDigest = ${oldestState('')},
          LastSeen = if(IssueId IN (SELECT IssueId FROM exceptions WHERE IssueId IN ${touched}),
            toDateTime64(0, 9), LastSeen)
        WHERE IssueId IN ${touched}`,
    },
    {
      table: 'alert_changes',
      change: `UPDATE Content = ${content} WHERE IssueId IN ${touched} OR ${isOfFeedback}`,
    },
    {
      table: 'alert_messages',
      change: `UPDATE Title = '${DELETED}', Content = ${content}
        WHERE arrayExists(id -> position(Content, id) > 0, ${ids}) OR hasAny(IssueIds, ${ids})
          OR hasAny(Changes, (SELECT groupArray(ChangeId) FROM alert_changes WHERE ${isOfFeedback}))`,
    },
  ]
}

/** A text that any occurrence replaces. */
function oldestState(text: string): string {
  return `initializeAggregation('argMaxState', '${text}', toDateTime64(0, 9))`
}

function ofIssues(requests: string[]): Mutation[] {
  const issues = valuesOf('issue', requests)
  const isOfIssue = `DELETE WHERE IssueId IN ${issues}`
  return [
    { table: 'issues', change: isOfIssue },
    { table: 'issue_changes', change: isOfIssue },
    { table: 'issue_notes', change: isOfIssue },
    { table: 'issue_merges', change: `${isOfIssue} OR Fingerprint IN ${issues}` },
    { table: 'alert_changes', change: isOfIssue },
  ]
}
