// Changes issues. The code that saves them comes after the first screen.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Issue, IssueChange, IssuesFilter } from '../../../../contract/issues.ts'
import { useLive } from '../../app/live.tsx'
import { firstScreen } from '../../ui/first-screen.ts'
import { useToast } from '../../ui/toast.tsx'
import type * as Code from './change-issues.ts'
import type { RecentAction } from './undo-history.ts'

/** Set after the first screen: a change is shown in the frame of its key. */
let loaded: typeof Code | undefined

async function load() {
  loaded ??= await import('./change-issues.ts')
  return loaded
}

/** Resolves when all pending requests have ended, so that undo knows the latest action. */
let saving: Promise<unknown> = Promise.resolve()

function save<Result>(result: Promise<Result>): Promise<Result> {
  saving = Promise.allSettled([saving, result])
  return result
}

export function useIssueChanges() {
  const client = useQueryClient()
  const { showToast } = useToast()
  const { addChanged } = useLive()
  const services: Code.Services = { client, addChanged, showToast }
  useEffect(() => void firstScreen.then(load).catch(() => {}), [])
  /** The code may be missing: a relay that is down serves none. */
  const run = async <Result>(use: (code: typeof Code) => Result): Promise<Awaited<Result> | undefined> => {
    const code = loaded ?? (await load().catch(() => null))
    if (code) return await use(code)
    const action = { label: 'Try again', run: () => void save(run(use)) }
    showToast({ text: 'The change was not saved: its code could not be loaded', failed: true, action })
    return undefined
  }
  return {
    change: (issues: Issue[], change: IssueChange) =>
      void save(run((code) => code.applyChange(services, issues, change))),
    /** Changes all issues that match the filter of a list; `total`: the number on screen. */
    changeMatching: (filter: IssuesFilter, total: number, change: IssueChange) =>
      void save(run((code) => code.applyToMatching(services, { filter, total, change }))),
    /** Resolves to true if all are merged. `name`: of the issue that remains. */
    merge: (from: Issue[], into: string, name?: string) =>
      save(run((code) => code.merge(services, { from, into, name }))),
    unmerge: (fingerprint: string, id: string) => void run((code) => code.unmerge(services, fingerprint, id)),
    undo: () => void saving.then(() => run((code) => code.undoLatest(services))),
    undoAction: (action: RecentAction) => void run((code) => code.undo(services, action)),
  }
}
