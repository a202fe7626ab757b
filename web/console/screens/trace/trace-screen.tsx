// One trace: opens at the span you came for, never at the root when there is a better one.

import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { TraceAnswer } from '../../../../store/api/contract.ts'
import { trace as traceQuestion } from '../../api/issues.ts'
import { Refusal } from '../../api/http.ts'
import type { Key } from '../../shortcuts.ts'
import { useNow } from '../../use-now.ts'
import { count, counted } from '../../format-number.ts'
import { copyText } from '../../parts/copy-button.tsx'
import { Empty, Failed, Loading, StaleNotice } from '../../parts/states.tsx'
import { Screen } from '../../parts/screen.tsx'
import { useHues } from '../../parts/service-name.tsx'
import { Strip } from './minimap.tsx'
import { useToast } from '../../parts/toast.tsx'
import { Waterfall } from './waterfall.tsx'
import { growTree } from './span-tree.ts'
import { around, axisEnd, destination, type Move, nextFailed, type View } from './tree-navigation.ts'
import { SpanPanel } from './span-panel.tsx'
import { TraceControls } from './span-filters.tsx'
import { useFolds } from './trace-collapse.ts'
import { TraceHeader } from './trace-header.tsx'
import css from './trace.module.css'

const route = getRouteApi('/traces/$traceId')

/** Spans of one trace arrive for a while (browser, server, queue): a young and small one is asked for again. */
const YOUNG_MS = 60_000
const SMALL = 2_000
const YOUNG_POLL_MS = 5_000

export function TraceScreen() {
  const { traceId } = route.useParams()
  const now = useNow()
  const answer = useQuery({
    ...traceQuestion(traceId),
    refetchInterval: ({ state: { data, status } }) => {
      if (status === 'error') return YOUNG_POLL_MS
      return data && data.totalSpans < SMALL && Date.now() - Date.parse(data.start) < YOUNG_MS
        ? YOUNG_POLL_MS
        : false
    },
    refetchOnWindowFocus: false,
  })
  if (answer.data && answer.data.spans.length > 0) {
    return (
      <Loaded key={traceId} trace={answer.data}>
        {answer.isError && (
          <StaleNotice
            error={answer.error}
            since={answer.dataUpdatedAt}
            now={now}
            again={() => void answer.refetch()}
          />
        )}
      </Loaded>
    )
  }
  const missing = answer.error instanceof Refusal && answer.error.status === 404
  return (
    <Screen title="Trace">
      <h1>
        Trace <code>{traceId.slice(0, 8)}</code>
      </h1>
      {answer.isPending && <Loading of="the trace" thin />}
      {(missing || answer.data) && (
        <Empty title="No span of this trace is here" waiting>
          Spans arrive a few seconds after an error, and this page shows them when they do. If none comes, the
          trace was not sampled, its service does not send traces, or it was let go with its time.
        </Empty>
      )}
      {answer.isError && !missing && (
        <Failed error={answer.error} what="This page" again={() => void answer.refetch()} />
      )}
    </Screen>
  )
}

function Loaded({ trace, children }: { trace: TraceAnswer; children: React.ReactNode }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { show } = useToast()
  const tree = useMemo(
    () => growTree(trace.spans, new Set(trace.exceptions.map(({ spanId }) => spanId))),
    [trace],
  )
  const services = useMemo(() => [...new Set(tree.nodes.map(({ span }) => span.service))], [tree])
  const hues = useHues(services)
  const [zoom, setZoom] = useState<View | null>(null)
  const whole = useMemo(() => ({ from: 0, to: axisEnd(tree.end, trace) }), [tree, trace])
  const selected =
    (search.span ? tree.byId.get(search.span) : undefined) ?? Math.max(0, nextFailed(tree, -1, 1))
  const folds = useFolds(tree, search, selected)
  const { rows } = folds

  const select = (index: number) => {
    folds.reveal(index)
    void navigate({
      search: (before) => ({ ...before, span: tree.nodes[index]?.span.spanId }),
      replace: true,
      resetScroll: false,
    })
  }
  const move = (wanted: Move) => {
    const { mine, runs } = folds
    const holds = (tree.nodes[selected]?.below ?? 0) > 0 || runs.has(selected)
    if ((wanted === 'fold' || wanted === 'unfold') && holds && folds.isOpen(selected) === (wanted === 'fold'))
      folds.fold(selected)
    else if (wanted === 'fold' && mine !== undefined && mine !== selected) {
      folds.close(mine)
      select(mine)
    } else select(destination(tree, rows, selected, wanted))
  }
  const copyLink = async () => {
    const done = await copyText(location.href)
    show(done ? { says: 'The link is copied' } : { says: 'The link could not be copied', wrong: true })
  }
  const keys: Key[] = [
    { press: 'j', says: 'next', run: () => move('next') },
    { press: 'k', says: 'previous', run: () => move('previous') },
    { press: 'h', says: 'fold', run: () => move('fold') },
    { press: 'l', says: 'unfold', run: () => move('unfold') },
    { press: 'e', says: 'next error', run: () => select(nextFailed(tree, selected, 1)) },
    { press: 'E', says: 'previous error', run: () => select(nextFailed(tree, selected, -1)) },
    {
      press: 'z',
      says: 'zoom to the span',
      run: () => setZoom(around(tree.nodes[selected] ?? { start: 0, end: tree.end }, whole)),
    },
    {
      press: '0',
      says: 'whole trace',
      run: () => {
        setZoom(null)
        folds.reset()
      },
    },
    { press: 'c', says: 'copy link', run: () => void copyLink() },
  ]
  return (
    <Screen
      title={`Trace ${trace.traceId.slice(0, 8)}: ${tree.nodes[0]?.span.name}`}
      keys={keys}
      className={css.screen}
    >
      <TraceHeader
        trace={trace}
        tree={tree}
        selected={selected}
        services={services}
        hues={hues}
        select={select}
        copyLink={() => void copyLink()}
      />
      <Strip tree={tree} view={zoom ?? whole} whole={whole} hues={hues} selected={selected} zoom={setZoom} />
      <TraceControls
        search={search}
        change={(changed) =>
          void navigate({
            search: (before) => ({ ...before, ...changed }),
            replace: true,
            resetScroll: false,
          })
        }
        zoomed={zoom !== null}
        reset={() => setZoom(null)}
      >
        {children}
      </TraceControls>
      <div className={css.tree}>
        <Waterfall
          tree={tree}
          base={trace.start}
          exceptions={trace.exceptions}
          view={zoom ?? whole}
          folds={folds}
          selected={selected}
          hues={hues}
          select={select}
          move={move}
        />
        <p className={`num ${css.window}`}>
          <span>
            {standsFor(rows.length, trace.totalSpans, folds.closed.size)}
            {rows.length === 0 && ': nothing matches the filter'}
          </span>
          <span>{trace.truncated ? `the first ${count(trace.spans.length)} are loaded` : 'all loaded'}</span>
        </p>
      </div>
      <SpanPanel
        key={tree.nodes[selected]?.span.spanId}
        trace={trace}
        tree={tree}
        index={selected}
        hues={hues}
      />
    </Screen>
  )
}

function standsFor(rows: number, spans: number, runs: number): string {
  if (runs === 0 || rows === spans) return `${count(rows)} of ${counted(spans, 'span')}`
  return `${counted(rows, 'row')} for ${counted(spans, 'span')}: ${counted(runs, 'row')} of alike ones`
}
