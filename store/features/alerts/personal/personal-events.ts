// What people are to be told: notes that mention them, and issues that were assigned to them. Derived from
// the notes and changes of issues, so that none is lost in a crash.
import type { Issue } from '../../../../contract/issues.ts'
import { mentionedNames } from '../../../../contract/mentions.ts'
import type { Engine } from '../../../database/engine/engine.ts'
import { greatest, least } from '../../../database/instants.ts'
import { defaultFilters } from '../../../http/filters.ts'
import { assignmentsSince, notesSince, readIssues } from '../../issues/index.ts'
import type { Assignment, PersonNote, QueryContext } from '../../issues/index.ts'
import type { NamedPerson } from '../../people/index.ts'
import { madeMessages, stableId } from '../messages/alert-messages.ts'

/** `channelId`: chosen since an instant, in nanoseconds since 1970. */
export type Receiver = Pick<NamedPerson, 'name' | 'canView'> & { channelId: string; since: bigint }

/** One message of a channel. `names`: of the people who have chosen it. `note`: empty of an assignment. */
export type PersonalEvent = {
  messageId: string
  kind: 'mention' | 'assignment'
  channelId: string
  names: string[]
  by: string
  at: bigint
  note: string
  issues: Issue[]
}

/** `oldest`: earlier events are told no more. In nanoseconds since 1970. */
type Look = { people: NamedPerson[]; receivers: Receiver[]; oldest: bigint }

/** Without events that a message has. The oldest first. */
export async function personalEvents(context: QueryContext, look: Look): Promise<PersonalEvent[]> {
  const { engine, merges } = context
  const { receivers, oldest } = look
  if (receivers.length === 0) return []
  const since = greatest(oldest, least(receivers[0]!.since, ...receivers.map((each) => each.since)))
  const [notes, assignments] = await Promise.all([notesSince(engine, since), assignmentsSince(engine, since)])
  const pairs = await withoutMessages(engine, pairsOf([...notes, ...assignments], receivers))
  if (pairs.length === 0) return []
  const ids = [...new Set(pairs.map(({ row }) => merges.issueOf(row.issueId)))]
  const issues = await readIssues(context, ids, defaultFilters())
  const issueOf = new Map(issues.map((issue) => [issue.id, issue]))
  const events = pairs.flatMap((pair) => {
    const issue = issueOf.get(merges.issueOf(pair.row.issueId))
    return issue !== undefined && isAbout(pair, issue, look.people) ? [eventOf(pair, issue)] : []
  })
  return gather(events).toSorted((a, b) => Number(a.at - b.at))
}

type Row = PersonNote | Assignment

/** `messageId`: the same in each look. */
type Pair = { row: Row; receiver: Receiver; messageId: string }

/** People who may be meant by a row. Nobody is told of what they did. */
function pairsOf(rows: Row[], receivers: Receiver[]): Pair[] {
  return rows.flatMap((row) =>
    receivers.flatMap((receiver) => {
      const name = receiver.name.toLowerCase()
      const isNamed =
        'body' in row ? row.body.toLowerCase().includes(`@${name}`) : row.name.toLowerCase() === name
      if (!isNamed || row.by.toLowerCase() === name || row.at < receiver.since) return []
      return [{ row, receiver, messageId: stableId([kindOf(row), row.id, receiver.channelId]) }]
    }),
  )
}

async function withoutMessages(engine: Engine, pairs: Pair[]): Promise<Pair[]> {
  if (pairs.length === 0) return []
  const isMade = await madeMessages(engine, [...new Set(pairs.map(({ messageId }) => messageId))])
  return pairs.filter(({ messageId }) => !isMade.has(messageId))
}

/** Nobody is told of an issue that they may not view. Of names that begin alike, the longest is meant. */
function isAbout({ row, receiver }: Pair, { service }: Issue, people: NamedPerson[]): boolean {
  if (!receiver.canView(service)) return false
  if (!('body' in row)) return true
  const viewers = people.filter(({ canView }) => canView(service)).map(({ name }) => name)
  const names = mentionedNames(row.body, viewers)
  return names.some((name) => name.toLowerCase() === receiver.name.toLowerCase())
}

function kindOf(row: Row): PersonalEvent['kind'] {
  return 'body' in row ? 'mention' : 'assignment'
}

function eventOf({ row, receiver, messageId }: Pair, issue: Issue): PersonalEvent {
  return {
    messageId,
    kind: kindOf(row),
    channelId: receiver.channelId,
    names: [receiver.name],
    by: row.by,
    at: row.at,
    note: 'body' in row ? row.body : '',
    issues: [issue],
  }
}

/** A channel that several have chosen gets one message, and so does a change of several issues. */
function gather(events: PersonalEvent[]): PersonalEvent[] {
  const groups = Map.groupBy(events, ({ messageId }) => messageId)
  return [...groups.values()].map((group) => ({
    ...group[0]!,
    names: [...new Set(group.flatMap(({ names }) => names))],
    issues: [...new Map(group.flatMap(({ issues }) => issues).map((issue) => [issue.id, issue])).values()],
  }))
}
