// A loaded trace: header, minimap, filters, waterfall, and the panel of the selected span.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import type { TraceAnswer } from '../../../../../contract/traces.ts'
import type { TraceSearch } from '../../../search/filters.ts'
import { plainText } from '../../../ui/untrusted-text.tsx'
import { Screen } from '../../../app/screen.tsx'
import { useServiceColors } from '../../../ui/service-name.tsx'
import { TraceLogs } from '../../logs/index.ts'
import { MAX_INCIDENT_SPANS, saveTrace, useSaveIncident } from '../../incident-file/index.ts'
import { fetchTraceAround } from '../traces-query.ts'
import { useCopy } from '../../../ui/use-copy.ts'
import { clockOffsets, correctClocks } from '../../../../../contract/timeline/clocks.ts'
import { criticalPath } from '../spans/critical-path.ts'
import { Minimap } from './minimap.tsx'
import { SpanFilters } from './span-filters.tsx'
import { SpanPanel } from './span-panel.tsx'
import { buildTree, type SpanTree } from '../../../../../contract/timeline/span-tree.ts'
import {
  distanceFrom,
  formatWindow,
  fullWindow,
  landingWindow,
  parseWindow,
  type TimeWindow,
} from '../spans/time-window.ts'
import { useTraceRows } from '../spans/trace-rows.ts'
import { TraceContext, usePanel } from './trace-context.ts'
import { TraceExceptions } from './trace-exceptions.tsx'
import { TraceHeader } from './trace-header.tsx'
import { moveInTree, nextFailed, traceShortcuts } from './trace-keys.ts'
import { RowCount } from './row-count.tsx'
import { useLocalSearch } from './use-local-search.ts'
import { useSpanMatches } from './use-span-matches.ts'
import { Waterfall } from './waterfall.tsx'
import css from './trace.module.css'

type Props = {
  trace: TraceAnswer
  /** The trace comes from a file: no requests are made. */
  isFile?: boolean
  children?: ReactNode
}

/** For every route that has the search parameters of a trace. */
export function TraceDetails({ trace: answer, isFile = false, children }: Props) {
  const navigate = useNavigate()
  const writeUrl = (values: TraceSearch) =>
    navigate({
      to: '.',
      search: (current) => ({ ...current, ...values }),
      replace: true,
      resetScroll: false,
    })
  const { search, isWritten, change, write } = useLocalSearch(useSearch({ strict: false }), writeUrl)
  const saveIncident = useSaveIncident()
  const copy = useCopy()
  const panel = usePanel()
  const offsets = useMemo(() => clockOffsets(answer), [answer])
  const isCorrected = search.clocks !== 'raw'
  const applied = isCorrected ? offsets : undefined
  const trace = useMemo(
    () => (isCorrected ? correctClocks(answer, offsets) : answer),
    [answer, offsets, isCorrected],
  )
  const tree = useMemo(
    () => buildTree(trace.spans, new Set(trace.exceptions.map(({ spanId }) => spanId))),
    [trace],
  )
  const services = useMemo(() => [...new Set(tree.nodes.map(({ span }) => span.service))], [tree])
  const colors = useServiceColors(services)
  const full = useMemo(() => fullWindow(tree.end, trace), [tree, trace])
  const linked = search.span ? tree.byId.get(search.span) : undefined
  const [landing] = useState(() => landingOf(tree, linked, full))
  const zoomed = search.zoom === undefined ? landing : parseWindow(search.zoom, full)
  const selected = linked ?? Math.max(0, nextFailed(tree, -1, 1))
  const matches = useSpanMatches(isFile ? trace : trace.traceId, (search.q ?? '').trim())
  // The typed letter is painted before the rows are filtered.
  const q = useDeferredValue(search.q)
  const filter = { q, errors: search.errors, spanIds: matches.spanIds }
  const traceRows = useTraceRows(tree, {
    filter,
    selected,
    toggledIds: search.toggled,
    change,
  })

  const zoom = (window: TimeWindow | null) =>
    change({ zoom: window ? formatWindow(window) : landing ? 'all' : undefined })

  const isPathShown = search.path === 'true'
  const path = useMemo(() => (isPathShown ? criticalPath(tree) : null), [tree, isPathShown])
  const select = (index: number) => {
    traceRows.reveal(index)
    change({ span: tree.nodes[index]?.span.spanId })
  }
  /** Selects a span that may be far away: the window follows. */
  const jump = (index: number) => {
    select(index)
    const node = tree.nodes[index]
    if (node && zoomed && distanceFrom(zoomed, node) !== 0) zoom(landingWindow(tree, index, full))
  }
  const copyLink = () =>
    copy(
      write({}).then(() => location.href),
      'Link',
    )
  const save = () => {
    const span = tree.nodes[selected]?.span
    if (!span) return
    const focus = { at: span.start, spanId: span.spanId }
    saveIncident(() => saveTrace(() => fetchTraceAround(trace.traceId, focus, MAX_INCIDENT_SPANS)))
  }
  const view = {
    trace,
    tree,
    colors,
    selected,
    isAtRest: isWritten,
    select,
    jump,
    clocks: {
      offsets,
      isCorrected,
      toggle: () => void write({ clocks: isCorrected ? 'raw' : undefined }),
    },
    full,
    path,
    togglePath: () => void write({ path: isPathShown ? undefined : 'true' }),
    visible: zoomed ?? full,
    zoom,
    panel,
    copyLink,
    save: isFile ? null : save,
  }
  return (
    <Screen
      title={`Trace ${trace.traceId.slice(0, 8)}: ${plainText(tree.nodes[0]?.span.name ?? '')}`}
      shortcuts={traceShortcuts(view, traceRows)}
      className={`${css.screen} ${panel.isOpen ? '' : css.narrowPanel}`}
    >
      <TraceContext value={view}>
        <TraceHeader services={services} />
        <Minimap />
        <SpanFilters
          search={search}
          change={change}
          write={write}
          matching={traceRows.matching}
          showAll={zoomed ? () => zoom(null) : undefined}
        >
          {children}
        </SpanFilters>
        <div className={css.tree}>
          <Waterfall traceRows={traceRows} move={(move) => moveInTree(view, traceRows, move)} />
          <RowCount traceRows={traceRows} attributes={matches.state} />
          <TraceExceptions rowCount={traceRows.rows.length} />
          {!isFile && <TraceLogs traceId={trace.traceId} start={trace.start} offsets={applied} />}
        </div>
        <SpanPanel />
      </TraceContext>
    </Screen>
  )
}

/** The rows of a smaller trace are seen at once, and so is its course. */
const MANY_SPANS = 40

/** The initial window: around the span of the link, or in a large trace around its first cause. */
function landingOf(tree: SpanTree, linked: number | undefined, full: TimeWindow): TimeWindow | null {
  const isLarge = tree.nodes.length > MANY_SPANS
  return landingWindow(tree, linked ?? (isLarge ? nextFailed(tree, -1, 1) : -1), full)
}
