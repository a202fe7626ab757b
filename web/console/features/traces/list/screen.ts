// The screen of the list of traces.
import { lazyRouteComponent } from '@tanstack/react-router'
import { readTraceFilters } from '../../../search/filters.ts'
import { defineScreen } from '../../../app/define-screen.ts'

export const traces = defineScreen({
  path: '/traces',
  search: readTraceFilters,
  menu: { label: 'Traces', icon: 'net', keys: 'g t', order: 2, header: 'always' },
  component: lazyRouteComponent(() => import('./traces-screen.tsx'), 'TracesScreen'),
})

declare module '../../../app/define-screen.ts' {
  interface Screens {
    traces: typeof traces
  }
}
