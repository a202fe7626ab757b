// What of a trace is on show: folded branches, closed runs, the filter.

import { useMemo, useState } from 'react'
import { type Run, runAround, runsOf } from './repeated-spans.ts'
import type { TraceSearch } from '../../routes.tsx'
import { ancestorsOf, matcher, rowsOf, type SpanTree } from './span-tree.ts'
import { toggled } from '../../set-toggle.ts'

export function useFolds(tree: SpanTree, search: TraceSearch, selected: number) {
  const runs = useMemo(() => runsOf(tree), [tree])
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const mine = runAround(runs, selected)
  // The span that a link names is never hidden in a run.
  const kept = mine === selected ? undefined : mine
  const closed = useMemo(
    () => new Map([...runs].filter(([first]) => !opened.has(first) && first !== kept)),
    [runs, opened, kept],
  )
  const rows = useMemo(
    () => rowsOf(tree, folded, matcher(search.q ?? '', search.errors === 'true'), closed),
    [tree, folded, search.q, search.errors, closed],
  )

  const fold = (index: number) => {
    if (runs.has(index)) setOpened((before) => toggled(before, index))
    else setFolded((before) => toggled(before, index))
  }
  /** Opens what hides the span. */
  const reveal = (index: number) => {
    const hiding = ancestorsOf(tree, index).filter((ancestor) => folded.has(ancestor))
    if (hiding.length > 0) setFolded(new Set([...folded].filter((at) => !hiding.includes(at))))
    const run = runAround(closed, index)
    if (run !== undefined && run !== index) setOpened(new Set([...opened, run]))
  }
  const close = (first: number) => setOpened(new Set([...opened].filter((at) => at !== first)))
  const reset = () => {
    setFolded(new Set())
    setOpened(new Set())
  }
  const isOpen = (index: number) => (runs.has(index) ? !closed.has(index) : !folded.has(index))
  return { runs, closed, folded, rows, mine, fold, reveal, close, reset, isOpen }
}

export type Runs = ReadonlyMap<number, Run>
