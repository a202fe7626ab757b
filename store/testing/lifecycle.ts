// A model of issues, computed from plain lists of all occurrences and changes.
import type { IssueStatus } from '../../contract/issues.ts'

type OccurrenceEvent = {
  fingerprint: string
  service: string
  at: number
  release: string
  user: string
}

export type Change =
  | { kind: 'open' | 'resolved' | 'next release' | 'ignored' }
  | { kind: 'until at'; until: number }
  | { kind: 'until events' | 'until users'; more: number }

/** A change, and what was true of the issue then. */
type ChangeEvent = Change & {
  issue: string
  at: number
  count: number
  users: number
  releases: Set<string>
}

type Reading = {
  status: IssueStatus
  count: number
  users: number
  assignee: string | null
  firstSeen: number
  lastSeen: number
}

const DAY = 86_400_000

export class Lifecycle {
  readonly occurrences: OccurrenceEvent[] = []
  readonly #changes: ChangeEvent[] = []
  readonly #assignees = new Map<string, string | null>()
  readonly #merges = new Map<string, string>()

  happens(occurrence: OccurrenceEvent): void {
    this.occurrences.push(occurrence)
  }

  /** `now`: when the store has written it. Nothing happens between the request and that instant. */
  change(fingerprint: string, change: Change, now: number): void {
    const issue = this.issueOf(fingerprint)
    const events = this.#of(issue)
    const earlier = this.#changes.filter((other) => other.issue === issue).map(({ at }) => at)
    this.#changes.push({
      ...change,
      issue,
      // Clocks of pages may be fast: an occurrence that is stored already is not after the change.
      at: Math.max(now, ...earlier, ...events.map(({ at }) => at)),
      count: events.length,
      users: usersOf(events).size,
      releases: this.#releasesOf(events),
    })
  }

  assign(fingerprint: string, person: string | null): void {
    this.#assignees.set(this.issueOf(fingerprint), person)
  }

  /** False: both are the same issue already. */
  merge(from: string, into: string): boolean {
    const [a, b] = [this.issueOf(from), this.issueOf(into)]
    if (a === b) return false
    this.#merges.set(a, b)
    return true
  }

  /** Also takes out what was merged into this fingerprint. False: it was not merged into another. */
  unmerge(fingerprint: string): boolean {
    return this.#merges.delete(fingerprint)
  }

  issueOf(fingerprint: string): string {
    const into = this.#merges.get(fingerprint)
    return into === undefined ? fingerprint : this.issueOf(into)
  }

  issues(): string[] {
    return [...new Set(this.occurrences.map(({ fingerprint }) => this.issueOf(fingerprint)))]
  }

  read(issue: string, now: number): Reading {
    const events = this.#of(issue)
    const instants = events.map(({ at }) => at)
    return {
      status: this.#status(issue, events, now),
      count: events.length,
      users: usersOf(events).size,
      assignee: this.#assignees.get(issue) ?? null,
      firstSeen: Math.min(...instants),
      lastSeen: Math.max(...instants),
    }
  }

  #status(issue: string, events: OccurrenceEvent[], now: number): IssueStatus {
    const latest = this.#changes.findLast((change) => change.issue === issue)
    const later = events.some(({ at }) => latest && at > latest.at)
    if (latest?.kind === 'resolved') return later ? 'regressed' : 'resolved'
    if (latest?.kind === 'next release') {
      const isNew = ({ release }: OccurrenceEvent): boolean => release !== '' && !latest.releases.has(release)
      return later && events.some(isNew) ? 'regressed' : 'resolved'
    }
    if (latest && latest.kind !== 'open' && !isConditionMet(latest, events, now)) return 'ignored'
    return events.every(({ at }) => at > now - DAY) ? 'new' : 'ongoing'
  }

  /** Of the services in which the issue occurred: 2.0.0 of another service is another release. */
  #releasesOf(events: OccurrenceEvent[]): Set<string> {
    const services = new Set(events.map(({ service }) => service))
    const related = this.occurrences.filter(({ service }) => services.has(service))
    return new Set(related.map(({ release }) => release))
  }

  #of(issue: string): OccurrenceEvent[] {
    return this.occurrences.filter(({ fingerprint }) => this.issueOf(fingerprint) === issue)
  }
}

/** The condition that ends "ignored". */
function isConditionMet(change: ChangeEvent, events: OccurrenceEvent[], now: number): boolean {
  if (change.kind === 'until at') return now >= change.until
  if (change.kind === 'until events') return events.length >= change.count + change.more
  return change.kind === 'until users' && usersOf(events).size >= change.users + change.more
}

function usersOf(events: OccurrenceEvent[]): Set<string> {
  return new Set(events.map(({ user }) => user).filter((user) => user !== ''))
}
