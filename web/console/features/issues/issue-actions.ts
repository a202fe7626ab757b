// Resolve, ignore, reopen, assign and merge issues. The screens show it at once; `z` undoes it.
import { useQueryClient } from '@tanstack/react-query'
import type { Issue, IssueChange, IssueStatus, IssuesFilter } from '../../../../contract/issues.ts'
import { addAct, latestAct, removeAct, type Act, type UndoStep } from './act-history.ts'
import { changeIssues, changeMatching, mergeIssues, undoChange, unmergeIssue } from './mutations.ts'
import { isLoadingPage } from '../../http/query.ts'
import { pluralize } from '../../format/format-number.ts'
import { RELEASE_CHANGES, showChange, showRemoval, takeSnapshot, type IssueCaches } from './issue-cache.ts'
import { useLive } from '../../app/live.tsx'
import { plainText } from '../../ui/untrusted-text.tsx'
import { type ShowToast, useToast } from '../../ui/toast.tsx'

type Services = IssueCaches & { showToast: ShowToast }

/** Issues of one request. */
const MAX_IDS = 100

/** Ends with the acts that are being saved: what is undone is the act that the user did last. */
let saving: Promise<unknown> = Promise.resolve()

function save<Result>(act: Promise<Result>): Promise<Result> {
  saving = Promise.allSettled([saving, act])
  return act
}

export function useIssueActions() {
  const client = useQueryClient()
  const { showToast } = useToast()
  const { addDecided } = useLive()
  const services: Services = { client, addDecided, showToast }
  return {
    change: (issues: Issue[], change: IssueChange) => void save(applyChange(services, issues, change)),
    /** All issues that match the filter of a list; `total`: how many the screen says they are. */
    changeMatching: (filter: IssuesFilter, total: number, change: IssueChange) =>
      void save(applyToMatching(services, { filter, total, change })),
    /** Resolves to whether all are merged. `name`: of the issue that remains. */
    merge: (from: Issue[], into: string, name?: string) => save(merge(services, { from, into, name })),
    unmerge: (fingerprint: string, id: string) => void unmerge(services, fingerprint, id),
    undo: () => void saving.then(() => undoLatest(services)),
    undoAct: (act: Act) => void undo(services, act),
  }
}

/** Hundreds of issues are one request after the other, and one act. */
async function applyChange(services: Services, issues: Issue[], change: IssueChange): Promise<void> {
  const { client, showToast } = services
  const restore = await takeSnapshot(client)
  showChange(
    services,
    issues.map(({ id }) => id),
    change,
  )
  const steps: UndoStep[] = []
  let saved = 0
  try {
    for (; saved < issues.length; saved += MAX_IDS) {
      const ids = issues.slice(saved, saved + MAX_IDS).map(({ id }) => id)
      steps.push({ change: (await changeIssues(ids, change)).change })
    }
    finish(services, describeChange(subjectOf(issues), change), steps)
  } catch (error) {
    restore()
    const rest = issues.slice(saved)
    if (saved > 0) finish(services, describeChange(pluralize(saved, 'issue'), change), steps)
    const subject = saved > 0 ? `The change of ${pluralize(rest.length, 'issue')}` : 'The change'
    showToast({
      text: `${subject} was not saved: ${messageOf(error)}`,
      failed: true,
      action: { label: 'Try again', run: () => void applyChange(services, rest, change) },
    })
  } finally {
    refresh(services)
  }
}

type MatchingChange = { filter: IssuesFilter; total: number; change: IssueChange }

async function applyToMatching(services: Services, matching: MatchingChange): Promise<void> {
  const { filter, total, change } = matching
  services.showToast({ text: `Changing ${pluralize(total, 'issue')}…` })
  try {
    const answer = await changeMatching(filter, change)
    finish(services, describeChange(pluralize(answer.changed, 'issue'), change), [{ change: answer.change }])
  } catch (error) {
    services.showToast({
      text: `The change was not saved: ${messageOf(error)}`,
      failed: true,
      action: { label: 'Try again', run: () => void applyToMatching(services, matching) },
    })
  } finally {
    refresh(services)
  }
}

type Merging = { from: Issue[]; into: string; name: string | undefined }

async function merge(
  services: Services,
  { from, into, name = 'the other issue' }: Merging,
): Promise<boolean> {
  const restore = await takeSnapshot(services.client)
  showRemoval(
    services,
    from.map(({ id }) => id),
  )
  const steps: UndoStep[] = []
  const text = () => `${pluralize(steps.length, 'issue')} merged into ${name}`
  try {
    for (const { id } of from) {
      await mergeIssues(id, into)
      // Undone in the opposite order.
      steps.unshift({ fingerprint: id, into })
    }
    finish(services, text(), steps)
    return true
  } catch (error) {
    restore()
    if (steps.length > 0) finish(services, text(), steps)
    services.showToast({ text: `Not merged: ${messageOf(error)}`, failed: true })
    return false
  } finally {
    refresh(services)
  }
}

async function unmerge(services: Services, fingerprint: string, id: string): Promise<void> {
  try {
    await unmergeIssue(id, fingerprint)
    services.showToast({ text: 'Issue taken out again' })
  } catch (error) {
    services.showToast({ text: `The issue was not taken out: ${messageOf(error)}`, failed: true })
  } finally {
    refresh(services)
  }
}

function undoLatest(services: Services): Promise<void> | undefined {
  const act = latestAct()
  if (act) return undo(services, act)
  services.showToast({ text: 'There is nothing to undo' })
  return undefined
}

/** Each issue is as it was before the act. Steps that are left after a failure stay the next ones to undo. */
async function undo(services: Services, act: Act): Promise<void> {
  const { showToast } = services
  removeAct(act.id)
  const steps = [...act.steps]
  try {
    for (let step = steps[0]; step; steps.shift(), step = steps[0])
      await ('change' in step ? undoChange(step.change) : unmergeIssue(step.into, step.fingerprint))
    showToast({ text: `Undone: ${act.text}` })
  } catch (error) {
    const rest = { ...act, steps }
    addAct(rest)
    showToast({
      text: `Undo failed: ${messageOf(error)}`,
      failed: true,
      action: { label: 'Try again', run: () => void undo(services, rest) },
    })
  } finally {
    refresh(services)
  }
}

function finish(services: Services, text: string, steps: UndoStep[]): void {
  const act = { id: crypto.randomUUID(), text, at: Date.now(), steps }
  addAct(act)
  services.showToast({ text, action: { label: 'Undo', keys: 'z', run: () => void undo(services, act) } })
}

function refresh({ client }: Services): void {
  for (const queryKey of [['issues'], ['issue'], ['issue-counts'], ['trend'], RELEASE_CHANGES])
    void client.invalidateQueries({ queryKey, predicate: (query) => !isLoadingPage(query) })
}

export function isClosed(status: IssueStatus): status is 'resolved' | 'ignored' {
  return status === 'resolved' || status === 'ignored'
}

function subjectOf(issues: Issue[]): string {
  return issues.length === 1 ? plainText(issues[0]?.type ?? '', '1 issue') : pluralize(issues.length, 'issue')
}

function describeChange(subject: string, { status, inNextRelease, until, assignee }: IssueChange): string {
  if (!status) return assignee ? `${subject} assigned to ${assignee}` : `${subject} unassigned`
  if (status === 'open') return `${subject} reopened`
  if (status === 'resolved') return `${subject} resolved${inNextRelease ? ' in the next release' : ''}`
  if (!until) return `${subject} ignored`
  if ('at' in until) return `${subject} ignored for some time`
  const condition =
    'events' in until ? pluralize(until.events, 'more event') : pluralize(until.users, 'more user')
  return `${subject} ignored until ${condition}`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error'
}
