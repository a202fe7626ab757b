// The trace on screen, shared by its header, minimap, tree and span panel.
import { createContext, useContext } from 'react'
import type { TraceAnswer } from '../../../../../contract/traces.ts'
import type { SpanTree } from './span-tree.ts'
import type { TimeWindow } from './time-window.ts'
import type { Panel } from './use-panel.ts'

export type TraceView = {
  trace: TraceAnswer
  tree: SpanTree
  /** The colour of each service. */
  colors: Map<string, number>
  /** Index of the selected span. */
  selected: number
  /** No key has just moved the selection: what needs a request can be shown. */
  isAtRest: boolean
  select: (index: number) => void
  /** `offsets`: nanoseconds by service, positive where its clock is behind. */
  clocks: { offsets: ReadonlyMap<string, number>; isCorrected: boolean; toggle: () => void }
  full: TimeWindow
  /** Parts of spans on the critical path, by index; null where it is not shown. */
  path: Map<number, TimeWindow[]> | null
  togglePath: () => void
  visible: TimeWindow
  /** Null shows the full trace. */
  zoom: (window: TimeWindow | null) => void
  /** The panel of the selected span. */
  panel: Panel
  copyLink: () => void
  /** Saves the trace as a file; null where it is shown from one. */
  save: (() => void) | null
}

export const TraceContext = createContext<TraceView | null>(null)

export function useTrace(): TraceView {
  const view = useContext(TraceContext)
  if (!view) throw new Error('useTrace is called outside of a trace')
  return view
}
