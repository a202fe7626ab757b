// What an issue should read like, worked out from the plain list of what happened: one occurrence, one decision at a time, nothing summed up.
import type { IssueStatus } from '../api/contract.ts'

export type Seen = { fingerprint: string; service: string; at: number; release: string; user: string }

export type Decision =
  | { kind: 'open' | 'resolved' | 'next release' | 'ignored' }
  | { kind: 'until at'; until: number }
  | { kind: 'until events' | 'until users'; more: number }

type Decided = Decision & { issue: string; at: number; counted: number; met: number; releases: Set<string> }

export type Reading = {
  status: IssueStatus
  count: number
  users: number
  assignee: string | null
  firstSeen: number
  lastSeen: number
}

const DAY = 86_400_000

export class Lifecycle {
  readonly seen: Seen[] = []
  readonly #decided: Decided[] = []
  readonly #assigned = new Map<string, string | null>()
  readonly #joined = new Map<string, string>()

  happens(occurrence: Seen): void {
    this.seen.push(occurrence)
  }

  /** `now`: when the store has certainly written it down. Nothing happens at an instant between that and the request. */
  decide(fingerprint: string, decision: Decision, now: number): void {
    const issue = this.issueOf(fingerprint)
    const mine = this.#of(issue)
    const before = this.#decided.filter((one) => one.issue === issue).map((one) => one.at)
    this.#decided.push({
      ...decision,
      issue,
      // Clocks of pages run ahead: what was seen before the decision does not come after it.
      at: Math.max(now, ...before, ...mine.map((one) => one.at)),
      counted: mine.length,
      met: usersOf(mine).size,
      releases: this.#releasesOf(mine),
    })
  }

  assign(fingerprint: string, person: string | null): void {
    this.#assigned.set(this.issueOf(fingerprint), person)
  }

  /** False: the two are one already. */
  merge(from: string, into: string): boolean {
    const [a, b] = [this.issueOf(from), this.issueOf(into)]
    if (a === b) return false
    this.#joined.set(a, b)
    return true
  }

  /** Takes one fingerprint out again, and what had been joined to it goes with it. False: it was joined to nothing. */
  unmerge(fingerprint: string): boolean {
    return this.#joined.delete(fingerprint)
  }

  issueOf(fingerprint: string): string {
    const into = this.#joined.get(fingerprint)
    return into === undefined ? fingerprint : this.issueOf(into)
  }

  issues(): string[] {
    return [...new Set(this.seen.map((one) => this.issueOf(one.fingerprint)))]
  }

  read(issue: string, now: number): Reading {
    const mine = this.#of(issue)
    const instants = mine.map((one) => one.at)
    return {
      status: this.#status(issue, mine, now),
      count: mine.length,
      users: usersOf(mine).size,
      assignee: this.#assigned.get(issue) ?? null,
      firstSeen: Math.min(...instants),
      lastSeen: Math.max(...instants),
    }
  }

  #status(issue: string, mine: Seen[], now: number): IssueStatus {
    const latest = this.#decided.findLast((one) => one.issue === issue)
    if (latest?.kind === 'resolved') return mine.some((one) => one.at > latest.at) ? 'regressed' : 'resolved'
    if (latest?.kind === 'next release') {
      const later = mine.some((one) => one.at > latest.at)
      return later && mine.some((one) => one.release !== '' && !latest.releases.has(one.release))
        ? 'regressed'
        : 'resolved'
    }
    if (latest && latest.kind !== 'open' && !hasCome(latest, mine, now)) return 'ignored'
    return mine.every((one) => one.at > now - DAY) ? 'new' : 'ongoing'
  }

  /** Of the services that the issue happened in: another's 2.0.0 is not theirs. */
  #releasesOf(mine: Seen[]): Set<string> {
    const services = new Set(mine.map((one) => one.service))
    return new Set(this.seen.filter((one) => services.has(one.service)).map((one) => one.release))
  }

  #of(issue: string): Seen[] {
    return this.seen.filter((one) => this.issueOf(one.fingerprint) === issue)
  }
}

/** What an ignored issue waited for. */
function hasCome(decided: Decided, mine: Seen[], now: number): boolean {
  if (decided.kind === 'until at') return now >= decided.until
  if (decided.kind === 'until events') return mine.length >= decided.counted + decided.more
  return decided.kind === 'until users' && usersOf(mine).size >= decided.met + decided.more
}

function usersOf(seen: Seen[]): Set<string> {
  return new Set(seen.map((one) => one.user).filter((user) => user !== ''))
}
