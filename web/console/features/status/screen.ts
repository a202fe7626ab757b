// The screen of the status of the installation.
import { lazyRouteComponent } from '@tanstack/react-router'
import { defineScreen } from '../../app/define-screen.ts'

export const status = defineScreen({
  path: '/status',
  menu: { label: 'Status', icon: 'clock', keys: 'g s', order: 8, header: 'wide' },
  component: lazyRouteComponent(() => import('./status-screen.tsx'), 'StatusScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    status: typeof status
  }
}
