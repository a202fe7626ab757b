// The screens of the list of traces, and of one trace.
import { lazyRouteComponent } from '@tanstack/react-router'
import { defineScreen } from '../../app/define-screen.ts'
import { readTraceFilters, searchReader, TRACE_PARAMETERS } from '../../search/filters.ts'

export const traces = defineScreen({
  path: '/traces',
  search: readTraceFilters,
  menu: { label: 'Traces', icon: 'net', keys: 'g t', order: 2, header: 'always' },
  component: lazyRouteComponent(() => import('./list/traces-screen.tsx'), 'TracesScreen'),
})

export const trace = defineScreen({
  path: '/traces/$traceId',
  search: searchReader(TRACE_PARAMETERS),
  component: lazyRouteComponent(() => import('./page/trace-screen.tsx'), 'TraceScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    traces: typeof traces
    trace: typeof trace
  }
}
