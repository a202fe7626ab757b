// The screens of the list of operations, and of one operation.
import { lazyRouteComponent } from '@tanstack/react-router'
import { FILTER_PARAMETERS, readText, searchReader, TRACE_FILTER_PARAMETERS } from '../../search/filters.ts'
import { defineScreen } from '../../app/define-screen.ts'

export const operations = defineScreen({
  path: '/operations',
  search: searchReader({ ...FILTER_PARAMETERS, by: readText }),
  menu: { label: 'Operations', icon: 'expand', keys: 'g o', order: 4, header: 'always' },
  component: lazyRouteComponent(() => import('./operations-screen.tsx'), 'OperationsScreen'),
})

const { started, minDurationNs, maxDurationNs } = TRACE_FILTER_PARAMETERS

/** The name of an operation has slashes, which some proxies decode in a path. */
export const operation = defineScreen({
  path: '/operations/$service',
  search: searchReader({ ...FILTER_PARAMETERS, operation: readText, started, minDurationNs, maxDurationNs }),
  component: lazyRouteComponent(() => import('./operation-screen.tsx'), 'OperationScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    operations: typeof operations
    operation: typeof operation
  }
}
