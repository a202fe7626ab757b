// Incidents of a pager end when a person resolves or ignores their issue.
import type { Engine } from '../../../database/engine/engine.ts'
import { issueStates, type QueryContext } from '../../issues/index.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { changeId, insertChanges, type AlertChange, type ChangeContent } from './alert-changes.ts'

type Row = {
  channelId: string
  subject: string
  issueId: string
  ruleId: string
  content: string
  at: string
}

/** Of the change that ends an incident. */
const CONDITION = 'issue closed'

/** Resolves to the number of incidents that end. */
export async function closeIncidents(
  context: QueryContext,
  channels: StoredChannel[],
  now: bigint,
): Promise<number> {
  const pagers = channels.filter(({ kind }) => kind === 'pagerduty').map(({ id }) => id)
  if (pagers.length === 0) return 0
  const incidents = (await readNewest(context.engine, pagers)).filter(
    ({ content }) => !contentOf(content).isOver,
  )
  const states = await issueStates(
    context,
    incidents.map(({ issueId }) => issueId),
  )
  const isClosed = ({ issueId }: Row): boolean =>
    ['resolved', 'ignored'].includes(states.get(issueId)?.status ?? '')
  const ends = incidents.filter(isClosed).map((row) => toEnd(row, now))
  await insertChanges(context.engine, ends)
  return ends.length
}

/** The newest change of each issue. */
function readNewest(engine: Engine, channels: string[]): Promise<Row[]> {
  return engine.query<Row>(
    `SELECT ChannelId AS channelId, Subject AS subject, argMax(IssueId, Seen) AS issueId,
       argMax(RuleId, Seen) AS ruleId, argMax(Content, Seen) AS content,
       toString(toUnixTimestamp64Nano(max(Seen))) AS at
     FROM alert_changes WHERE ChannelId IN {channels:Array(String)} AND startsWith(Subject, 'issue:')
     GROUP BY channelId, subject`,
    { channels },
  )
}

function toEnd({ content, at, ...row }: Row, now: bigint): AlertChange {
  return {
    ...row,
    id: changeId({ ...row, condition: CONDITION, state: `after ${at}` }),
    condition: CONDITION,
    state: '',
    seen: now,
    notBefore: now,
    isSilent: false,
    content: { ...contentOf(content), isOver: true },
  }
}

function contentOf(text: string): ChangeContent {
  return JSON.parse(text) as ChangeContent
}
