// The screen of log records.
import { lazyRouteComponent } from '@tanstack/react-router'
import { defineScreen } from '../../app/define-screen.ts'
import { FILTER_PARAMETERS, readText, searchReader } from '../../search/filters.ts'

/** `level` is checked where it is read: the first scripts do not have its values. */
export const logs = defineScreen({
  path: '/logs',
  search: searchReader({ ...FILTER_PARAMETERS, level: readText, trace: readText, session: readText }),
  menu: { label: 'Logs', icon: 'console', keys: 'g l', order: 11, header: 'never' },
  component: lazyRouteComponent(() => import('./logs-screen.tsx'), 'LogsScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    logs: typeof logs
  }
}
