// What the commands print. Texts of pages never control the terminal.

type Issue = {
  id: string
  status: string
  count: number
  users: number
  lastSeen: string
  service: string
  type: string
  message: string
  culprit: string
}
type Span = {
  spanId: string
  parentSpanId: string | null
  start: string
  durationNs: number
  status: string
  service: string
  name: string
}
type Change = { issue: Issue; events: number; users: number }
type Changes = Record<'new' | 'back' | 'louder' | 'quiet', { issues: Change[] }>

const bold = (text: string) => `\u001b[1m${text}\u001b[22m`
/** Controls of terminals, and of the direction of text. */
const controls = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** The document of the server, with commands in place of addresses of the API. */
export function colored(markdown: string, hasColors: boolean): string {
  const text = markdown
    .replaceAll(/`\/api\/(?:issues|events)\/([\w-]+)\.md`/g, '`errata issue $1`')
    .replaceAll(/`\/api\/traces\/([\w-]+)\.md`/g, '`errata trace $1`')
    .replaceAll(/`(cursor|limit)=([\w-]+)`/g, '`--$1 $2`')
  const safe = text.replaceAll(controls, (control) => (control === '\n' ? control : ' '))
  return hasColors ? safe.replaceAll(/^#+ .*$/gm, bold) : safe
}

/** JSON escapes the controls below a blank; this one escapes all. */
export function safeJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replaceAll(controls, escapeControl)}\n`
}

function escapeControl(control: string): string {
  return control === '\n' ? control : `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`
}

export function plainIssues({ issues }: { issues: Issue[] }): string {
  return lines(issues.map(issueFields))
}

export function plainIssue({ issue }: { issue: Issue }): string {
  return plainIssues({ issues: [issue] })
}

export function plainTrace({ spans }: { spans: Span[] }): string {
  return lines(
    spans.map(({ spanId, parentSpanId, start, durationNs, status, service, name }) => [
      spanId,
      parentSpanId ?? '',
      start,
      durationNs,
      status,
      service,
      name,
    ]),
  )
}

export function plainRelease(changes: Changes): string {
  const groups = ['new', 'back', 'louder', 'quiet'] as const
  return lines(
    groups.flatMap((group) =>
      changes[group].issues.map(({ issue, events, users }) => [
        group,
        issue.id,
        events,
        users,
        issue.service,
        issue.type,
        issue.message,
      ]),
    ),
  )
}

function issueFields(issue: Issue): (string | number)[] {
  const { id, status, count, users, lastSeen, service, type, message, culprit } = issue
  return [id, status, count, users, lastSeen, service, type, message, culprit]
}

/** Fields between tabs; what would end a field or a line is a blank. */
function lines(rows: (string | number)[][]): string {
  return rows
    .map((row) => `${row.map((field) => String(field).replaceAll(controls, ' ')).join('\t')}\n`)
    .join('')
}
