// Evaluates rules, records what channels are to be told, makes messages of it and sends them. Everything that
// must outlive the process is a row; what is in memory saves queries.
import type { Logger } from 'pino'
import type { ChannelKind, ChannelTest, Rule, RulePreview } from '../../../contract/alerts.ts'
import type { Engine } from '../../database/engine/engine.ts'
import { least, nowNs } from '../../database/instants.ts'
import type { Occurrence } from '../../ingest/rows/occurrence.ts'
import { withIssueTerms } from '../issues/index.ts'
import type { ReleaseContext } from '../releases/index.ts'
import type { Attempt } from './channels/attempt.ts'
import type { StoredChannel } from './channels/channel.ts'
import { blockedChannels } from './channels/channel-state.ts'
import { dueChanges } from './changes/alert-changes.ts'
import { closeIncidents } from './changes/close-incidents.ts'
import { createMemory, recordMatches } from './changes/record-matches.ts'
import { createDigests } from './digest/send-digests.ts'
import type { NamedPerson } from '../people/index.ts'
import { createPersonalMessages } from './personal/send-personal.ts'
import { createHeartbeats } from './messages/heartbeats.ts'
import { makeMessages } from './messages/make-messages.ts'
import { sendTest } from './messages/send-test.ts'
import type { Message } from './messages/message.ts'
import { createSender } from './messages/sender.ts'
import { createEvaluator } from './rules/evaluator.ts'
import { previewRule } from './rules/preview.ts'
import type { RuleSetting } from './rules/rule.ts'
import type { AlertsFile } from './settings/alerts-file.ts'
import { filterOf, readAlertSettings, type AlertSettings } from './settings/alert-settings.ts'

/** At least between two rounds: occurrences arrive in many small batches. */
const MIN_PAUSE_MS = 1_000

/** At most between two rounds. */
const MAX_PAUSE_MS = 60_000

/** A server may have other stores, which store occurrences and change settings. */
const SERVER_PAUSE_MS = 5_000

/** A round takes some milliseconds; then something hangs. */
const STALLED_MS = 300_000

type AlertsOptions = {
  engine: Engine
  /** The name of this store: a server may have several. */
  store: string
  publicUrl: string
  context: () => Promise<ReleaseContext>
  /** Those who may be mentioned. */
  people: () => Promise<NamedPerson[]>
  send: (channel: StoredChannel, message: Message) => Promise<Attempt>
  /** Throws an `HttpError` 400. */
  checkTarget: (kind: ChannelKind, target: string, secret: string) => void
  /** The key of the link by which a mail address unsubscribes. */
  keyOfLink: (channel: string, address: string) => string
  openFile: (onChange: () => void) => AlertsFile
  /** False: another store evaluates. */
  isEnabled: boolean
  log: Logger
}

export type Alerts = {
  /** These occurrences are in the tables. `receivedAt`: at the earliest. */
  stored(occurrences: Occurrence[], receivedAt: Date): void
  /** Rules, channels or messages have been changed by a person. */
  changed(): void
  /** People have changed issues, or written notes. */
  issuesChanged(): void
  /** The last evaluation of a rule, and why the newest one failed. */
  last(ruleId: string): Pick<Rule, 'last' | 'error'>
  preview(rule: RuleSetting): Promise<RulePreview>
  /** Sends a test at once, and records what the receiver answered. */
  test(channel: StoredChannel): Promise<ChannelTest>
  checkTarget: AlertsOptions['checkTarget']
  keyOfLink: AlertsOptions['keyOfLink']
  /** Of people and of the file. */
  settings(): Promise<AlertSettings>
  /** Sentences for the user. */
  problems(): string[]
  close(): Promise<void>
}

export function openAlerts(options: AlertsOptions): Alerts {
  const { engine, store, publicUrl, context, send, checkTarget, isEnabled, log } = options
  const file = options.openFile(() => changed())
  const evaluator = createEvaluator(log)
  const memory = createMemory()
  const sender = createSender({ engine, name: store, send, log, onAttempt: () => wake(true) })
  const heartbeats = createHeartbeats(send, log)
  const digests = createDigests({ engine, store, publicUrl, context, people: options.people })
  const personal = createPersonalMessages({ engine, store, publicUrl, context, people: options.people })
  const isEmbedded = engine.kind === 'embedded'
  let settings: AlertSettings | null = null
  let isCurrent = false
  /** Changes may be due that no message has. */
  let hasDue = true
  let isClosing = false
  let failure: string | null = null
  let roundAt = performance.now()
  let timer: NodeJS.Timeout | undefined
  let nextRoundAt = Infinity
  let running: Promise<void> | null = null
  let isWanted = false

  function wake(mayBeDue = false): void {
    hasDue ||= mayBeDue
    isWanted = true
    schedule(MIN_PAUSE_MS)
  }

  /** Occurrences that keep arriving do not postpone a round. */
  function schedule(milliseconds: number): void {
    const at = performance.now() + milliseconds
    if (isClosing || running || !isEnabled || at >= nextRoundAt) return
    nextRoundAt = at
    clearTimeout(timer)
    timer = setTimeout(start, milliseconds).unref()
  }

  function start(): void {
    nextRoundAt = Infinity
    isWanted = false
    running = round().then((next) => {
      running = null
      schedule(isWanted ? MIN_PAUSE_MS : next)
    })
  }

  /** Resolves to the milliseconds until the next round. Never rejects. */
  async function round(): Promise<number> {
    try {
      const next = await work()
      if (failure !== null) log.info('alerts work again')
      failure = null
      roundAt = performance.now()
      return Math.min(Math.max(next, MIN_PAUSE_MS), isEmbedded ? MAX_PAUSE_MS : SERVER_PAUSE_MS)
    } catch (error) {
      // Once: most often the engine is busy, or the disk is full.
      if (failure === null && !isClosing) log.warn({ err: error }, 'alerts could not be evaluated; retrying')
      failure = (error as Error).message
      hasDue = true
      return SERVER_PAUSE_MS
    }
  }

  async function work(): Promise<number> {
    if (settings === null || !isCurrent || !isEmbedded) settings = await readEnabled()
    const { channels, rules, digest } = settings
    const queryContext = await context()
    await evaluator.run(queryContext, rules, async (rule, kind, matches) => {
      const input = { context: queryContext, memory, rule, kind, matches, channels, publicUrl, now: nowNs() }
      if ((await recordMatches(input)) > 0) hasDue = true
    })
    if ((await closeIncidents(queryContext, channels, nowNs())) > 0) hasDue = true
    const nextMessage = hasDue || !isEmbedded ? await makeDueMessages(channels) : null
    if ((await digests.send(channels, digest)) > 0) sender.invalidate()
    if ((await personal.send(channels)) > 0) sender.invalidate()
    const nextAttempt = await sender.sendDue(channels)
    heartbeats.send(channels)
    const instants = [nextMessage, nextAttempt].filter((instant) => instant !== null)
    const pause =
      instants.length === 0 ? MAX_PAUSE_MS : Number((least(instants[0]!, ...instants) - nowNs()) / 1_000_000n)
    return Math.min(pause, evaluator.dueIn(rules))
  }

  async function readEnabled(): Promise<AlertSettings> {
    isCurrent = true
    const all = await readAlertSettings(engine, file)
    return { ...all, rules: all.rules.filter(({ enabled }) => enabled) }
  }

  async function makeDueMessages(channels: StoredChannel[]): Promise<bigint | null> {
    const due = await dueChanges(engine, nowNs())
    hasDue = due.length > 0
    if (due.length === 0) return null
    const blocked = await blockedChannels(engine, channels, due)
    const input = { engine, context, store, publicUrl, channels, blocked, due }
    const { messages, next } = await makeMessages(input)
    if (messages > 0) sender.invalidate()
    return next
  }

  function changed(): void {
    isCurrent = false
    digests.look()
    personal.look()
    sender.invalidate()
    wake(true)
  }

  wake()
  return {
    stored(occurrences, receivedAt) {
      if (occurrences.length === 0) return
      const since = BigInt(receivedAt.getTime()) * 1_000_000n
      evaluator.changed(
        occurrences.map(({ issueId }) => issueId),
        since,
      )
      wake()
    },
    changed,
    issuesChanged() {
      personal.look()
      wake()
    },
    last: (ruleId) => evaluator.last(ruleId),
    checkTarget,
    keyOfLink: options.keyOfLink,
    async preview(rule) {
      const queryContext = await context()
      const saved = await filterOf(engine, rule.search)
      const filter = saved && withIssueTerms(queryContext, saved)
      return previewRule(queryContext, { ...rule, id: '', changedAt: 0n, fromFile: false, filter })
    },
    async test(channel) {
      const result = await sendTest(channel, { engine, store, publicUrl, send })
      wake(true)
      return result
    },
    settings: () => readAlertSettings(engine, file),
    problems() {
      const isStalled = isEnabled && performance.now() - roundAt > STALLED_MS
      const stalled = failure ?? 'no reason is known'
      return [
        ...(isStalled ? [`Alerts have not been evaluated for more than five minutes: ${stalled}`] : []),
        ...[file.problem() ?? []].flat(),
        ...evaluator.problems(settings?.rules ?? []),
      ]
    },
    async close() {
      isClosing = true
      clearTimeout(timer)
      file.close()
      await running
      await sender.close()
    },
  }
}
