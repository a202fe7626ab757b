// The answer of `/api/today`: what happened since an instant. Types only.
import type { Issue } from './issues.ts'
import type { CrashFreePoint, ReleaseRow, SlowerRow } from './releases.ts'
import type { Delivery } from './status.ts'

/** `back`: resolved, and seen again since. `louder`: three times its usual events. */
export type TodayChange = 'new' | 'back' | 'louder' | 'quiet'

/**
 * `issue`: its counts and trend are of the period. `change`: null for an assigned issue that only comes as it
 * used to. `usual`: events of the same hours on the days before, on average; null: it is too young to have
 * any. `isOwn`: its cause is the code of the application.
 */
export type TodayIssue = { issue: Issue; change: TodayChange | null; usual: number | null; isOwn: boolean }

/** `issues`: the largest of them. */
export type TodayGroup = { total: number; issues: TodayIssue[] }

/**
 * `before`: crash-free sessions of the previous release of its service; null: not known. `new` and the
 * others: how many issues changed with it, as `/api/releases/changes` lists them.
 */
export type TodayRelease = Pick<
  ReleaseRow,
  'service' | 'release' | 'environment' | 'firstSeen' | 'sessions' | 'crashFreeSessions'
> & { before: number | null; new: number; back: number; louder: number; quiet: number }

/**
 * `before`: of as long a time before, at least a day and at most a week; null: it has fewer than 20
 * sessions. `trend`: of the services with most sessions, in steps of an hour or more.
 */
export type TodayCrashFree = {
  before: number | null
  since: number | null
  sessions: number
  trend: CrashFreePoint[]
}

/** Open issues of one person. `changed`: how many of them are new, back or louder. */
export type TodayAssigned = { open: number; changed: number; issues: TodayIssue[] }

/** Slower than in the week before: LCP and INP (p75) of routes, operations (p95). */
export type TodaySlower = SlowerRow & { service: string }

/** `delivery`: `usual` is of the seven days before. `assigned`: null where the request names nobody. */
export type Today = {
  since: string
  until: string
  events: number
  users: number
  crashFree: TodayCrashFree
  new: TodayGroup
  back: TodayGroup
  louder: TodayGroup
  quiet: TodayGroup
  releases: { total: number; releases: TodayRelease[] }
  slower: TodaySlower[]
  delivery: { now: Delivery; usual: Delivery }
  assigned: TodayAssigned | null
}
