// What a rule matches becomes changes of the channels that it names, each recorded once.
import { SERVICE_CHANNEL } from '../../../../contract/service-channel.ts'
import type { ServiceSettings } from '../../../database/service-settings.ts'
import { greatest, SECOND_NS } from '../../../database/instants.ts'
import type { QueryContext } from '../../issues/index.ts'
import type { StoredChannel } from '../channels/channel.ts'
import type { Match, RuleKind } from '../rules/rule-kind.ts'
import type { StoredRule } from '../rules/rule.ts'
import {
  changeId,
  insertChanges,
  lastingChanges,
  recordedIds,
  type AlertChange,
  type ChangeContent,
  type LastingChange,
} from './alert-changes.ts'

/** Of one process: what it has seen, so that tables are read only for what is new to it. */
export type Memory = {
  /** Ids of changes that are recorded. */
  recorded: Set<string>
  /** When a lasting change matched last, in milliseconds of `performance.now()`, by condition and subject. */
  matchedAt: Map<string, number>
}

/** Then the tables are read again. */
const MAX_RECORDED = 200_000

export function createMemory(): Memory {
  return { recorded: new Set(), matchedAt: new Map() }
}

export type RecordInput = {
  context: QueryContext
  memory: Memory
  rule: StoredRule
  kind: RuleKind
  matches: Match[]
  channels: StoredChannel[]
  publicUrl: string
  /** In nanoseconds since 1970. */
  now: bigint
}

/** The first event of the latest release of a service, in nanoseconds since 1970; 0 without one. */
type DeployedAt = (service: string) => bigint

/** Resolves to the number of new changes. */
export async function recordMatches(input: RecordInput): Promise<number> {
  const { context, memory, rule, kind } = input
  if (input.matches.length === 0 && kind.endsAfterMs === 0) return 0
  const { engine } = context
  const receivers = createReceivers(rule, input.channels, context.services)
  const deployedAt = await readDeploys(input)
  const changes =
    kind.endsAfterMs === 0
      ? onceOnly(input, receivers, deployedAt)
      : await lasting(input, receivers, deployedAt)
  const unknown = changes.filter(({ id }) => !memory.recorded.has(id))
  const idsOf = new Map(unknown.map((change) => [change, idsOfFingerprints(context, change)]))
  const recorded = await recordedIds(engine, [...idsOf.values()].flat())
  const added = unknown.filter((change) => !idsOf.get(change)!.some((id) => recorded.has(id)))
  await insertChanges(engine, added)
  if (memory.recorded.size > MAX_RECORDED) memory.recorded.clear()
  for (const { id } of unknown) memory.recorded.add(id)
  return added.length
}

/** `since`: what happened earlier is no news to it, in nanoseconds since 1970. */
type Receiver = { channel: StoredChannel; since: bigint }

type Receivers = {
  /** Of what happens in a service. */
  of(service: string): Receiver[]
  /** Of anything. */
  all: StoredChannel[]
}

/** A rule without a channel tells the channel of the service. */
function createReceivers(
  rule: Pick<StoredRule, 'channels'>,
  channels: StoredChannel[],
  services: ServiceSettings,
): Receivers {
  const named = channels.filter(({ id }) => rule.channels.includes(id))
  const tellsService = rule.channels.length === 0 || rule.channels.includes(SERVICE_CHANNEL)
  const chosen = tellsService ? [...services.all().values()].map(({ channel }) => channel?.id) : []
  return {
    all: channels.filter((channel) => named.includes(channel) || chosen.includes(channel.id)),
    of(service) {
      const receivers = named.map((channel) => ({ channel, since: channel.createdAt }))
      const own = tellsService ? services.of(service).channel : null
      const channel = channels.find(({ id }) => id === own?.id)
      if (own === null || channel === undefined || named.includes(channel)) return receivers
      return [...receivers, { channel, since: greatest(channel.createdAt, BigInt(own.since)) }]
    },
  }
}

/**
 * An issue is another subject after it was merged into one, as the store does when a source map is read late:
 * what was recorded about any of its fingerprints is recorded about it.
 */
function idsOfFingerprints({ merges }: QueryContext, change: AlertChange): string[] {
  if (change.issueId === '') return [change.id]
  const fingerprints = merges.fingerprintsOf(change.issueId)
  return fingerprints.map((fingerprint) => changeId({ ...change, subject: `issue:${fingerprint}` }))
}

/** Of one threshold: two rules with the same one are one condition. */
export function conditionOf({ when, threshold }: StoredRule, { defaults }: RuleKind): string {
  const values = Object.entries({ ...defaults, ...threshold }).map(([name, value]) => `${name}=${value}`)
  return [when, ...values.toSorted()].join(' ')
}

/** Only where a rule waits after a deploy. */
async function readDeploys({ context, rule, matches }: RecordInput): Promise<DeployedAt> {
  if (rule.quietAfterDeployMinutes === 0 || matches.length === 0) return () => 0n
  const { latest } = await context.issueCache.releases()
  return (service) => latest.get(service)?.at ?? 0n
}

function onceOnly(input: RecordInput, receivers: Receivers, deployedAt: DeployedAt): AlertChange[] {
  const { rule, matches } = input
  return matches.flatMap((match) => {
    const { service, since: happened, received = happened } = match
    return (
      receivers
        .of(service)
        // What happened before the channel or the rule existed is no news.
        .filter(({ since }) => received >= greatest(rule.changedAt, since))
        .map(({ channel }) => toChange(input, { channel, match, state: match.state ?? '', deployedAt }))
    )
  })
}

async function lasting(
  input: RecordInput,
  receivers: Receivers,
  deployedAt: DeployedAt,
): Promise<AlertChange[]> {
  const { context, memory, rule, kind, matches, now } = input
  const condition = conditionOf(rule, kind)
  const newest = new Map(
    (await lastingChanges(context.engine, condition)).map((change) => [
      keyOf(change.channelId, change.subject),
      change,
    ]),
  )
  const time = performance.now()
  for (const { subject } of matches) memory.matchedAt.set(`${condition} ${subject}`, time)
  const begins = matches.flatMap((match) =>
    receivers.of(match.service).flatMap(({ channel }) => {
      const previous = newest.get(keyOf(channel.id, match.subject))
      if (previous && previous.state !== '') return []
      return [toChange(input, { channel, match, state: `number ${previous?.number ?? 0}`, deployedAt })]
    }),
  )
  const hasEnded = ({ subject, state }: LastingChange): boolean => {
    const key = `${condition} ${subject}`
    // A process that has just started has not seen it match.
    const matchedAt = memory.matchedAt.get(key) ?? time
    memory.matchedAt.set(key, matchedAt)
    return state !== '' && time - matchedAt >= kind.endsAfterMs
  }
  const ends = receivers.all.flatMap((channel) =>
    [...newest.values()]
      .filter((change) => change.channelId === channel.id && hasEnded(change))
      .map((change) => toEnd(change, { channel, rule, condition, now })),
  )
  return [...begins, ...ends]
}

function keyOf(channelId: string, subject: string): string {
  return `${channelId} ${subject}`
}

type ChangeInput = { channel: StoredChannel; match: Match; state: string; deployedAt: DeployedAt }

function toChange(
  { rule, kind, publicUrl, now }: RecordInput,
  { channel, match, state, deployedAt }: ChangeInput,
): AlertChange {
  const { subject, issueId, since, received = since, path, numbers, ...texts } = match
  // What lasts may have begun long ago: it is gathered from now on.
  const gathered = kind.endsAfterMs === 0 ? received : now
  const quiet = BigInt(rule.quietAfterDeployMinutes) * 60n * SECOND_NS
  const key = { channelId: channel.id, subject, condition: conditionOf(rule, kind), state }
  const { heading, title, facts, reason, service, release, environment } = texts
  const content: ChangeContent = {
    subject,
    when: rule.when,
    heading,
    title,
    place: '',
    service,
    release,
    environment,
    facts,
    reason,
    rule: { id: rule.id, name: rule.name, numbers },
    url: publicUrl + path,
    isOver: false,
  }
  return {
    ...key,
    id: changeId(key),
    ruleId: rule.id,
    issueId: issueId ?? '',
    seen: now,
    notBefore: greatest(gathered, quiet > 0n ? deployedAt(match.service) + quiet : 0n),
    isSilent: false,
    content,
  }
}

type EndInput = { channel: StoredChannel; rule: StoredRule; condition: string; now: bigint }

/** Only a pager has something to close. */
function toEnd(change: LastingChange, { channel, rule, condition, now }: EndInput): AlertChange {
  const { subject } = change
  const content = { ...(JSON.parse(change.content) as ChangeContent), isOver: true }
  return {
    id: changeId({ channelId: channel.id, condition, subject, state: `end of ${change.state}` }),
    channelId: channel.id,
    ruleId: rule.id,
    subject,
    condition,
    state: '',
    issueId: subject.startsWith('issue:') ? subject.slice('issue:'.length) : '',
    seen: now,
    notBefore: now,
    isSilent: channel.kind !== 'pagerduty',
    content,
  }
}
