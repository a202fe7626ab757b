// A store in this process, whose rules are evaluated at any instant over rows that arrived at its port.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { RULE_KINDS } from '../features/alerts/rules/kinds.ts'
import { previewRule } from '../features/alerts/rules/preview.ts'
import { createRound } from '../features/alerts/rules/round.ts'
import type { Evaluation, RuleContext } from '../features/alerts/rules/rule-kind.ts'
import { NO_CONDITIONS, NO_FILTER, type StoredRule } from '../features/alerts/rules/rule.ts'
import { openStore, type Store } from '../store.ts'
import { makeFolder } from './store.ts'

export const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

export type TestRule = Pick<StoredRule, 'when'> & Partial<StoredRule>

/** A rule without conditions. */
export function ruleOf(rule: TestRule): StoredRule {
  return {
    id: rule.when,
    name: rule.when,
    ...NO_CONDITIONS,
    filter: NO_FILTER,
    changedAt: 0n,
    fromFile: false,
    ...rule,
  }
}

export class RuleStore {
  readonly #store: Store
  /** A test that computes for seconds finds its connection open. */
  readonly #server = createServer({ keepAliveTimeout: 0 })
  url = ''

  private constructor(store: Store) {
    this.#store = store
  }

  static async open(folder = makeFolder()): Promise<RuleStore> {
    const log = pino({ level: 'silent' })
    const store = await openStore(readConfig({ DATA_DIR: folder }), log)
    const opened = new RuleStore(store)
    const app = createApp({ store: () => store, allowedHosts: [], log })
    const answer = app.callback()
    opened.#server.on('request', (request, response) => void answer(request, response))
    await new Promise<void>((resolve) => opened.#server.listen(0, '127.0.0.1', resolve))
    opened.url = `http://127.0.0.1:${(opened.#server.address() as AddressInfo).port}`
    while (!store.fingerprints.isLoaded()) await pause(20)
    return opened
  }

  send(signal: 'logs' | 'traces', body: unknown): Promise<void> {
    return this.#request('POST', `/v1/${signal}`, body)
  }

  change(issueId: string, change: unknown): Promise<void> {
    return this.#request('PATCH', `/api/issues/${issueId}`, change)
  }

  async #request(method: string, path: string, body: unknown): Promise<void> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  }

  async context(startedAt = 0): Promise<RuleContext> {
    const merges = await this.#store.merges.read()
    const started = BigInt(startedAt) * 1_000_000n
    return {
      ...this.#store,
      merges,
      issueIds: null,
      changedSince: 0n,
      startedAt: started,
      round: createRound(),
    }
  }

  /** As the evaluator does at this instant, in milliseconds since 1970. */
  async evaluate(rule: TestRule, at = Date.now(), startedAt = 0): Promise<Evaluation> {
    return evaluateAt(await this.context(startedAt), ruleOf(rule), at)
  }

  /** The same of rules that are due together. Their ids differ. */
  async evaluateRound(rules: StoredRule[], at: number): Promise<Evaluation[]> {
    const context = { ...(await this.context()), round: createRound(rules) }
    const evaluations: Evaluation[] = []
    for (const rule of rules) evaluations.push(await evaluateAt(context, rule, at))
    return evaluations
  }

  /** Instants of the messages, in milliseconds since 1970. */
  async preview(rule: TestRule, to = Date.now()): Promise<{ at: number; issueIds: string[] }[]> {
    const { messages } = await previewRule(await this.context(), ruleOf(rule), BigInt(to) * 1_000_000n)
    return messages.map(({ at, issueIds }) => ({ at: Date.parse(at), issueIds }))
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await this.#store.close()
  }
}

async function evaluateAt(context: RuleContext, rule: StoredRule, at: number): Promise<Evaluation> {
  const instant = BigInt(at) * 1_000_000n
  const evaluate = await RULE_KINDS[rule.when].open(context, rule, { from: instant, to: instant })
  return evaluate(instant)
}

export const openRuleStore = (folder?: string): Promise<RuleStore> => RuleStore.open(folder)
