// The screen of one trace.
import { lazyRouteComponent } from '@tanstack/react-router'
import { readTraceSearch } from '../../../search/filters.ts'
import { defineScreen } from '../../../app/define-screen.ts'

export const trace = defineScreen({
  path: '/traces/$traceId',
  search: readTraceSearch,
  component: lazyRouteComponent(() => import('./trace-screen.tsx'), 'TraceScreen'),
})

declare module '../../../app/define-screen.ts' {
  interface Screens {
    trace: typeof trace
  }
}
