// GET /api/today.md: what happened since an instant, for a ticket, a chat or an assistant.
import type { Today, TodayGroup, TodayIssue, TodayRelease, TodaySlower } from '../../../contract/today.ts'
import { quantity, quoted, titleOf } from '../../http/markdown-text.ts'

export function todayMarkdown(today: Today): string {
  const { crashFree, releases, slower, delivery } = today
  const deploys = releases.releases.map(releaseLine)
  return [
    `# What happened since ${today.since}`,
    '',
    `- Until: ${today.until}`,
    `- Crash-free sessions: ${beforeAndSince(crashFree.before, crashFree.since)}`,
    `- Events: ${today.events}, users: ${today.users}`,
    ...(delivery.now.sent === 0
      ? []
      : [
          `- Delivered: ${percent(delivery.now.arrived / delivery.now.sent)} of ${delivery.now.sent} records`,
        ]),
    '',
    ...group('New', today.new, issueLine),
    ...group('Back: had been resolved', today.back, issueLine),
    ...group('Louder: three times the usual events or more', today.louder, issueLine),
    ...group('Quiet', today.quiet, quietLine),
    ...(deploys.length === 0 ? [] : [`## Releases (${releases.total})`, '', ...deploys, '']),
    ...(slower.length === 0 ? [] : ['## Slower by 10 % or more', '', ...slower.map(slowerLine), '']),
  ].join('\n')
}

function group(title: string, { total, issues }: TodayGroup, line: (item: TodayIssue) => string): string[] {
  if (total === 0) return []
  const rest = total - issues.length
  const more = rest > 0 ? [`- and ${rest} more`] : []
  return [`## ${title} (${total})`, '', ...issues.map(line), ...more, '']
}

function issueLine({ issue, usual }: TodayIssue): string {
  const culprit = issue.culprit === '' ? '' : `, in ${quoted(issue.culprit)}`
  const baseline = usual === null ? '' : `, usually ${Number(usual.toPrecision(2))}`
  const counts = `${quantity(issue.count, 'event')}${baseline}, ${quantity(issue.users, 'user')}`
  return `- ${titleOf(issue)}${culprit} of ${quoted(issue.service)}: ${counts}, issue ${quoted(issue.id)}`
}

function quietLine({ issue, usual }: TodayIssue): string {
  const before = quantity(Math.round(usual ?? 0), 'event')
  return `- ${titleOf(issue)}: usually ${before}, issue ${quoted(issue.id)}`
}

function releaseLine({ service, release, firstSeen, before, crashFreeSessions }: TodayRelease): string {
  const sessions = beforeAndSince(before, crashFreeSessions)
  return `- ${quoted(release)} of ${quoted(service)}, ${firstSeen}: crash-free sessions ${sessions}`
}

function slowerLine({ name, place, service, before, since }: TodaySlower): string {
  const [was, is] = [before, since].map((value) => `${Number(value.toPrecision(3))} ms`)
  const where = quoted(place) || 'pages without a route'
  return `- ${name} of ${where}, ${quoted(service)}: ${was} before, ${is} since`
}

function beforeAndSince(before: number | null, since: number | null): string {
  if (since === null) return 'no sessions'
  return `${before === null ? '' : `${percent(before)} before, `}${percent(since)} since`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`
}
