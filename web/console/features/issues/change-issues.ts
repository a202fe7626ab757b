// Saves changes of issues: shown at once, sent, reverted where they fail, and undone.
import { messageOf } from '../../http/error-text.ts'
import type {
  ChangedAnswer,
  Issue,
  IssueChange,
  IssuesChange,
  IssuesFilter,
  Merge,
  Unmerge,
} from '../../../../contract/issues.ts'
import { pluralize } from '../../format/format-number.ts'
import { request } from '../../http/http.ts'
import { isLoadingPage } from '../../http/query.ts'
import type { ShowToast } from '../../ui/toast.tsx'
import { plainText } from '../../ui/untrusted-text.tsx'
import { requestName } from '../names/index.ts'
import { describeChange } from './issue-actions.ts'
import {
  RELEASE_CHANGES,
  showChange,
  showRemoval,
  takeSnapshot,
  TODAY,
  type IssueCaches,
} from './issue-cache.ts'
import { issuePath } from './issue-query.ts'
import { addAction, latestAction, type RecentAction, removeAction, type UndoStep } from './undo-history.ts'

export type Services = IssueCaches & { showToast: ShowToast }

/** Issues per request, the limit of the API. */
const MAX_IDS = 100

/**
 * Reports a failure in a toast, where `retry` is its button, and refreshes the screens afterwards. Resolves
 * to true if nothing failed.
 */
async function attempt(
  services: Services,
  run: () => Promise<void>,
  onError: (message: string) => { text: string; retry?: () => unknown },
): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    const { text, retry } = onError(messageOf(error))
    const action = retry && { label: 'Try again', run: () => void retry() }
    services.showToast({ text, failed: true, ...(action && { action }) })
    return false
  } finally {
    refresh(services)
  }
}

/** Hundreds of issues are several requests and one action. */
export async function applyChange(services: Services, issues: Issue[], change: IssueChange): Promise<void> {
  const restore = await takeSnapshot(services.client)
  showChange(
    services,
    issues.map(({ id }) => id),
    change,
  )
  const steps: UndoStep[] = []
  let saved = 0
  const send = async () => {
    for (; saved < issues.length; saved += MAX_IDS) {
      const ids = issues.slice(saved, saved + MAX_IDS).map(({ id }) => id)
      steps.push({ change: (await patchIssues({ ids, ...change })).change })
    }
    finish(services, describeChange(subjectOf(issues), change), steps)
  }
  await attempt(services, send, (message) => {
    restore()
    const rest = issues.slice(saved)
    if (saved > 0) finish(services, describeChange(pluralize(saved, 'issue'), change), steps)
    const subject = saved > 0 ? `The change of ${pluralize(rest.length, 'issue')}` : 'The change'
    return {
      text: `${subject} was not saved: ${message}`,
      retry: () => applyChange(services, rest, change),
    }
  })
}

type MatchingChange = { filter: IssuesFilter; total: number; change: IssueChange }

export async function applyToMatching(services: Services, matching: MatchingChange): Promise<void> {
  const { filter, total, change } = matching
  services.showToast({ text: `Changing ${pluralize(total, 'issue')}…` })
  const send = async () => {
    const answer = await patchIssues({ filter, ...change })
    finish(services, describeChange(pluralize(answer.changed, 'issue'), change), [{ change: answer.change }])
  }
  await attempt(services, send, (message) => ({
    text: `The change was not saved: ${message}`,
    retry: () => applyToMatching(services, matching),
  }))
}

type Merging = { from: Issue[]; into: string; name: string | undefined }

export async function merge(services: Services, { from, into, name = 'the other issue' }: Merging) {
  const restore = await takeSnapshot(services.client)
  showRemoval(
    services,
    from.map(({ id }) => id),
  )
  const steps: UndoStep[] = []
  const text = () => `${pluralize(steps.length, 'issue')} merged into ${name}`
  const send = async () => {
    for (const { id } of from) {
      await post(`${issuePath(id)}/merge`, { into } satisfies Merge)
      // Undone in reverse order.
      steps.unshift({ fingerprint: id, into })
    }
    finish(services, text(), steps)
  }
  return attempt(services, send, (message) => {
    restore()
    if (steps.length > 0) finish(services, text(), steps)
    return { text: `Not merged: ${message}` }
  })
}

export function unmerge(services: Services, fingerprint: string, id: string): Promise<boolean> {
  const send = async () => {
    await sendUnmerge(id, fingerprint)
    services.showToast({ text: 'Issue unmerged' })
  }
  return attempt(services, send, (message) => ({ text: `The issue was not unmerged: ${message}` }))
}

export function undoLatest(services: Services): Promise<boolean> | undefined {
  const action = latestAction()
  if (action) return undo(services, action)
  services.showToast({ text: 'Nothing to undo' })
  return undefined
}

/** Restores each issue. After a failure, the remaining steps are the next ones to undo. */
export function undo(services: Services, action: RecentAction): Promise<boolean> {
  removeAction(action.id)
  const steps = [...action.steps]
  const send = async () => {
    for (let step = steps[0]; step; steps.shift(), step = steps[0])
      await ('change' in step
        ? post(`/api/changes/${encodeURIComponent(step.change)}/undo`, {})
        : sendUnmerge(step.into, step.fingerprint))
    services.showToast({ text: `Undone: ${action.text}` })
  }
  return attempt(services, send, (message) => {
    const rest = { ...action, steps }
    addAction(rest)
    return { text: `Undo failed: ${message}`, retry: () => undo(services, rest) }
  })
}

function finish(services: Services, text: string, steps: UndoStep[]): void {
  const action = { id: crypto.randomUUID(), text, at: Date.now(), steps }
  addAction(action)
  requestName()
  services.showToast({ text, action: { label: 'Undo', keys: 'z', run: () => void undo(services, action) } })
}

function refresh({ client }: Services): void {
  for (const queryKey of [['issues'], ['issue'], ['issue-counts'], ['trend'], RELEASE_CHANGES, TODAY])
    void client.invalidateQueries({ queryKey, predicate: (query) => !isLoadingPage(query) })
}

function patchIssues(body: IssuesChange): Promise<ChangedAnswer> {
  return request<ChangedAnswer>('/api/issues', { method: 'PATCH', body })
}

function sendUnmerge(id: string, fingerprint: string): Promise<unknown> {
  return post(`${issuePath(id)}/unmerge`, { fingerprint } satisfies Unmerge)
}

function post(path: string, body: unknown): Promise<unknown> {
  return request(path, { method: 'POST', body })
}

function subjectOf(issues: Issue[]): string {
  return issues.length === 1 ? plainText(issues[0]?.type ?? '', '1 issue') : pluralize(issues.length, 'issue')
}
