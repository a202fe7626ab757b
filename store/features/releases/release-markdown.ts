// GET /api/releases/changes.md: what a release changed, for a ticket or an assistant.
import type {
  IssueOfRelease,
  ReleaseChange,
  ReleaseChangesAnswer,
  ReleaseGroup,
  SlowerRow,
} from '../../../contract/releases.ts'
import { documentOf, type Section } from '../../http/markdown-document.ts'
import { quantity, quoted, titleOf } from '../../http/markdown-text.ts'

/** Issues of each group. */
const MAX_ISSUES = 20
const TIMES = { '24h': 'the 24 hours before', '7d': 'the same hours a week before' }

/** `suspects`: of issues that began or came back with the release. */
export function releaseMarkdown(answer: ReleaseChangesAnswer, suspects: IssueOfRelease[]): string {
  const { release, since, commit, others, slower } = answer
  return documentOf(`What ${quoted(release.release)} of ${quoted(release.service)} changed`, [
    {
      blocks: [
        ...(release.environment === '' ? [] : [`- Environment: ${quoted(release.environment)}`]),
        `- Deployed: ${release.firstSeen}`,
        ...(commit === null ? [] : [`- Commit: ${quoted(commit.id)}`]),
        `- Compared: ${since.from} to ${since.to} with ${describeBase(answer)}`,
        `- Crash-free sessions: ${crashFree(answer)}`,
        `- Events: ${release.exceptions}`,
        ...(others === 0 ? [] : [`- As often as before: ${quantity(others, 'issue')}`]),
      ],
    },
    group('New', answer.new, suspects),
    group('Back: had been resolved', answer.back, suspects),
    group('Louder: twice the rate or more', answer.louder),
    group('Quiet since', answer.quiet),
    { title: 'Slower by 10 % or more', blocks: slower.map(slowerLine) },
  ])
}

function describeBase({ against }: ReleaseChangesAnswer): string {
  if (against.time !== null) return TIMES[against.time]
  return against.release === null ? 'none, this is the first release' : quoted(against.release)
}

function crashFree({ release, against }: ReleaseChangesAnswer): string {
  const [before, since] = [against.crashFreeSessions, release.crashFreeSessions]
  if (since === null) return 'no sessions'
  const previous = before === null ? '' : `${percent(before)} before, `
  return `${previous}${percent(since)} of ${release.sessions} since`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`
}

function group(title: string, { total, issues }: ReleaseGroup, suspects: IssueOfRelease[] = []): Section {
  return {
    title: `${title} (${quantity(total, 'issue')})`,
    blocks: issues.slice(0, MAX_ISSUES).map((change) => issueLine(change, suspects)),
    total,
    rest: 'The screen of the release shows all.',
  }
}

function issueLine({ issue, before, since, users }: ReleaseChange, suspects: IssueOfRelease[]): string {
  const rates = `${rate(since)} an hour since, ${rate(before)} before`
  const culprit = issue.culprit === '' ? '' : `, in ${quoted(issue.culprit)}`
  const facts = `${rates}, ${quantity(users, 'user')}, issue ${quoted(issue.id)}`
  return `- ${titleOf(issue)}${culprit}: ${facts}${suspectOf(issue.id, suspects)}`
}

/** The most likely one. */
function suspectOf(id: string, issues: IssueOfRelease[]): string {
  const [suspect] = issues.find((issue) => issue.id === id)?.suspects ?? []
  if (suspect === undefined) return ''
  const { commit, evidence, file, line } = suspect
  const code = evidence === 'line' && line !== null ? `${file}:${line}` : file
  return `; suspect commit ${quoted(commit)}, which changed ${quoted(code)}`
}

function slowerLine({ kind, name, place, before, since }: SlowerRow): string {
  // Layout shift has no unit.
  const unit = name === 'CLS' && kind === 'vital' ? '' : ' ms'
  const [was, is] = [before, since].map((value) => `${Number(value.toPrecision(3))}${unit}`)
  return `- ${name} of ${quoted(place) || 'pages without a route'}: ${was} before, ${is} since`
}

function rate(value: number): string {
  return String(Number(value.toPrecision(2)))
}
