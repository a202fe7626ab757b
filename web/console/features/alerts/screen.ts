// The screen of alerts: rules, channels and deliveries.
import { lazyRouteComponent } from '@tanstack/react-router'
import { defineScreen } from '../../app/define-screen.ts'
import { optionOf, readText, searchReader } from '../../search/filters.ts'

/** `rule`, `channel`: the id of the one that is open, or `_new`. */
export const alerts = defineScreen({
  path: '/alerts',
  search: searchReader({ rule: readText, channel: readText, deliveries: optionOf(['waiting', 'failed']) }),
  menu: { label: 'Alerts', icon: 'alert', keys: 'g a', order: 7, header: 'wide' },
  component: lazyRouteComponent(() => import('./alerts-screen.tsx'), 'AlertsScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    alerts: typeof alerts
  }
}
