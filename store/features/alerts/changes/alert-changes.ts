// Changes that channels are to be told, as rows.
import { createHash, randomUUID } from 'node:crypto'
import { inParts } from '../../../database/engine/condition.ts'
import type { Engine } from '../../../database/engine/engine.ts'
import { DAY_NS, seconds } from '../../../database/instants.ts'
import { NOT_SENT } from '../messages/alert-messages.ts'
import type { MessageChange } from '../messages/message.ts'

/** Older changes that no message has are not sent any more. */
const DAYS = 30

/** Without what is read when a message is made. */
export type ChangeContent = Omit<MessageChange, 'issue' | 'ticket' | 'owners'>

/**
 * `state`: empty ends a lasting one. `seen`: when it was recorded, `notBefore`: when it may be sent, in
 * nanoseconds since 1970.
 */
export type AlertChange = {
  id: string
  channelId: string
  ruleId: string
  subject: string
  condition: string
  state: string
  issueId: string
  seen: bigint
  notBefore: bigint
  isSilent: boolean
  content: ChangeContent
}

type Key = Pick<AlertChange, 'channelId' | 'subject' | 'condition' | 'state'>

/** The same change has the same id, whoever finds it and however often. */
export function changeId({ channelId, condition, subject, state }: Key): string {
  const text = JSON.stringify([channelId, condition, subject, state])
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** Those of the ids that are recorded already. */
export async function recordedIds(engine: Engine, ids: string[]): Promise<Set<string>> {
  const parts = inParts(ids).map((part) =>
    engine.query<{ id: string }>(
      'SELECT DISTINCT ChangeId AS id FROM alert_changes WHERE ChangeId IN {ids:Array(String)}',
      { ids: part },
    ),
  )
  return new Set((await Promise.all(parts)).flat().map(({ id }) => id))
}

/** `number`: how many changes the channel has of the subject. `state`: empty where the last one has ended. */
export type LastingChange = {
  channelId: string
  subject: string
  number: number
  state: string
  content: string
}

/** Of a condition: the newest change of each channel and subject. */
export function lastingChanges(engine: Engine, condition: string): Promise<LastingChange[]> {
  return engine.query<LastingChange>(
    `SELECT ChannelId AS channelId, Subject AS subject, count() AS number, argMax(State, Seen) AS state,
       argMax(Content, Seen) AS content
     FROM alert_changes WHERE Condition = {condition:String} GROUP BY channelId, subject`,
    { condition },
  )
}

/** Changes that no message has, except messages that failed: the newest of each subject and condition. */
export async function dueChanges(engine: Engine, now: bigint): Promise<AlertChange[]> {
  const since = String(now - BigInt(DAYS) * DAY_NS)
  const [rows, [sent]] = await Promise.all([
    engine.query<Row>(
      `SELECT ${COLUMNS} FROM alert_changes
       WHERE Seen > fromUnixTimestamp64Nano({since:Int64}) AND IsSilent = 0
       ORDER BY Seen DESC, ChangeId LIMIT 1 BY ChannelId, Subject, Condition`,
      { since },
    ),
    engine.query<{ ids: string[] }>(
      `SELECT groupUniqArrayArray(Changes) AS ids FROM alert_messages
       WHERE At > fromUnixTimestamp64Nano({since:Int64}) AND NOT has((SELECT groupArray(id) FROM (
         SELECT MessageId AS id FROM alert_attempts
         GROUP BY id HAVING argMax(Outcome, At) IN ${NOT_SENT})), MessageId)`,
      { since },
    ),
  ])
  const isSent = new Set(sent?.ids)
  return rows.filter(({ id }) => !isSent.has(id)).map(toChange)
}

export async function insertChanges(engine: Engine, changes: AlertChange[]): Promise<void> {
  if (changes.length === 0) return
  const lines = changes.map((change) =>
    JSON.stringify({
      ChangeId: change.id,
      ChannelId: change.channelId,
      RuleId: change.ruleId,
      Subject: change.subject,
      Condition: change.condition,
      State: change.state,
      IssueId: change.issueId,
      Seen: seconds(change.seen),
      NotBefore: seconds(change.notBefore),
      IsSilent: change.isSilent ? 1 : 0,
      Content: JSON.stringify(change.content),
    }),
  )
  await engine.insert('alert_changes', lines.join('\n'), randomUUID())
}

const COLUMNS = `ChangeId AS id, ChannelId AS channelId, RuleId AS ruleId, Subject AS subject,
  Condition AS condition, State AS state, IssueId AS issueId,
  toString(toUnixTimestamp64Nano(Seen)) AS seen, toString(toUnixTimestamp64Nano(NotBefore)) AS notBefore,
  IsSilent AS isSilent, Content AS content`

type Row = Omit<AlertChange, 'seen' | 'notBefore' | 'isSilent' | 'content'> & {
  seen: string
  notBefore: string
  isSilent: number
  content: string
}

function toChange({ seen, notBefore, isSilent, content, ...row }: Row): AlertChange {
  return {
    ...row,
    seen: BigInt(seen),
    notBefore: BigInt(notBefore),
    isSilent: isSilent === 1,
    content: JSON.parse(content) as ChangeContent,
  }
}
