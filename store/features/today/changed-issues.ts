// Which issues are new, back, louder or quiet in a period, and which open ones one person has.
import type { Issue } from '../../../contract/issues.ts'
import type { Today, TodayChange, TodayGroup, TodayIssue } from '../../../contract/today.ts'
import type { Filters } from '../../http/filters.ts'
import type { OccurrenceSelection } from '../../occurrences/occurrences.ts'
import { allIssueStates, issueRows, stateOf } from '../issues/index.ts'
import type { IssueState, IssueStates, QueryContext } from '../issues/index.ts'
import { readReturns } from '../releases/index.ts'
import { changeOfRate, readUsual, type UsualEvents } from './usual.ts'

/** Issues of each list. */
const LIMITS = { new: 8, back: 5, louder: 5, quiet: 5, assigned: 5 }

const OPEN: ReadonlySet<string> = new Set(['new', 'regressed', 'ongoing'])

/** `assignee`: empty for nobody. */
export type ChangesRequest = { filters: Filters; assignee: string }

type Changes = Pick<Today, TodayChange | 'assigned'>

/** `events`, `users`: of the period. */
type Item = Omit<TodayIssue, 'issue'> & { state: IssueState; events: number; users: number }

export async function readChangedIssues(
  context: QueryContext,
  selection: OccurrenceSelection,
  { filters, assignee }: ChangesRequest,
): Promise<Changes> {
  const states = await allIssueStates(context)
  const items = await readItems(context, selection, { states, filters })
  const changed = await markReturns(context, items, filters)
  const groups = {
    new: inOrder(changed, 'new'),
    back: inOrder(changed, 'back'),
    louder: inOrder(changed, 'louder'),
    quiet: inOrder(changed, 'quiet'),
  }
  const assigned = assignee === '' ? null : assignedTo(states, changed, { assignee, filters })
  const listed = [
    ...Object.entries(groups).flatMap(([name, list]) => list.slice(0, LIMITS[name as TodayChange])),
    ...(assigned?.items ?? []),
  ]
  const rows = await issueRows(
    context,
    listed.map(({ state }) => state),
    selection,
    filters,
  )
  const issues = new Map(rows.map((issue) => [issue.id, issue]))
  const toIssues = (list: Item[]): TodayIssue[] =>
    list.flatMap(({ state, change, usual, isOwn }) => {
      const issue = issues.get(state.id)
      return issue ? [{ issue, change, usual, isOwn }] : []
    })
  const toGroup = (name: TodayChange): TodayGroup => ({
    total: groups[name].length,
    issues: toIssues(groups[name].slice(0, LIMITS[name])),
  })
  return {
    new: toGroup('new'),
    back: toGroup('back'),
    louder: toGroup('louder'),
    quiet: toGroup('quiet'),
    assigned: assigned && {
      open: assigned.open,
      changed: assigned.changed,
      issues: toIssues(assigned.items),
    },
  }
}

/** Every issue that came in the period or usually comes, without ignored ones. */
async function readItems(
  context: QueryContext,
  selection: OccurrenceSelection,
  { states, filters }: { states: IssueStates; filters: Filters },
): Promise<Item[]> {
  const { fingerprints } = states.index
  const own = { ...filters, terms: [{ key: 'origin' as const, value: 'own', negated: false }] }
  const [{ events, counts: users }, usual, { events: ownEvents }] = await Promise.all([
    selection.countByIssue('users', fingerprints),
    readUsual(context, filters, fingerprints),
    (await context.occurrences.select(own, context)).countByIssue('events', fingerprints),
  ])
  const items: Item[] = []
  for (let number = 0; number < fingerprints.size; number++) {
    // Most of many issues have not come for a long time: they need no object.
    if (!events[number] && !usual.cameBefore(number)) continue
    const state = stateOf(states, number)
    if (state === null || state.status === 'ignored') continue
    const counts = { events: events[number] ?? 0, users: users[number] ?? 0 }
    const isOwn = Boolean(ownEvents[number])
    items.push({
      state,
      ...counts,
      isOwn,
      ...rateOf({ state, number, usual, events: counts.events, filters }),
    })
  }
  return items
}

type Rate = { state: IssueState; number: number; usual: UsualEvents; events: number; filters: Filters }

function rateOf({ state, number, usual, events, filters }: Rate): Pick<Item, 'change' | 'usual'> {
  if (state.firstSeen >= filters.from) return { change: events > 0 ? 'new' : null, usual: null }
  const average = usual.average(number, state.firstSeen)
  return { change: changeOfRate(events, average), usual: average }
}

/** Regressed issues whose first event after they were resolved is in the period. */
async function markReturns(context: QueryContext, items: Item[], { from, to }: Filters): Promise<Item[]> {
  const regressed = items.filter(({ state, events }) => state.status === 'regressed' && events > 0)
  const returns = await readReturns(
    context,
    regressed.map(({ state }) => state.id),
  )
  return items.map((item) => {
    const at = returns.get(item.state.id)
    const isBack = at !== undefined && at >= from && at < to && item.change !== 'new'
    return isBack ? { ...item, change: 'back' } : item
  })
}

/** New ones of own code first; then by users, by events, and by how often they usually come. */
function inOrder(items: Item[], change: TodayChange): Item[] {
  return items
    .filter((item) => item.change === change)
    .toSorted(
      (a, b) =>
        (change === 'new' ? Number(b.isOwn) - Number(a.isOwn) : 0) ||
        b.users - a.users ||
        b.events - a.events ||
        (b.usual ?? 0) - (a.usual ?? 0),
    )
}

/** Somebody and the services that they may view. */
type Assignee = { name: string; canView: (service: string) => boolean }

/** Open issues of each person, the last seen ones first; without people who have no such issue. */
export async function readAssigned(
  context: QueryContext,
  people: Assignee[],
  { filters, limit }: { filters: Filters; limit: number },
): Promise<{ name: string; open: number; issues: Issue[] }[]> {
  if (people.length === 0) return []
  const { special } = await allIssueStates(context)
  const selection = await context.occurrences.select(filters, context)
  const lists = people.map(async ({ name, canView }) => {
    const open = [...special.values()].filter(
      (state) => isAssigned(state, name) && OPEN.has(state.status) && canView(state.service),
    )
    const newest = open.toSorted((a, b) => Number(b.lastSeen - a.lastSeen)).slice(0, limit)
    return { name, open: open.length, issues: await issueRows(context, newest, selection, filters) }
  })
  return (await Promise.all(lists)).filter(({ open }) => open > 0)
}

/** Names are compared in any case, as in a search. */
function isAssigned({ changes }: IssueState, name: string): boolean {
  return changes.assignee?.value.toLowerCase() === name.toLowerCase()
}

type Person = { assignee: string; filters: Filters }

/** `items`: with events in the period, changed ones first. */
function assignedTo(
  { special }: IssueStates,
  items: Item[],
  { assignee, filters }: Person,
): { open: number; changed: number; items: Item[] } {
  const isTheirs = (state: IssueState): boolean =>
    isAssigned(state, assignee) &&
    OPEN.has(state.status) &&
    (filters.service.length === 0 || filters.service.includes(state.service))
  const assigned = items.filter(({ state, events }) => events > 0 && isTheirs(state))
  return {
    open: [...special.values()].filter(isTheirs).length,
    changed: assigned.filter(({ change }) => change !== null).length,
    items: assigned
      .toSorted((a, b) => Number(b.change !== null) - Number(a.change !== null) || b.users - a.users)
      .slice(0, LIMITS.assigned),
  }
}
