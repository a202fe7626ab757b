// The screen of environments.
import { lazyRouteComponent } from '@tanstack/react-router'
import { defineScreen } from '../../app/define-screen.ts'

export const environments = defineScreen({
  path: '/environments',
  menu: { label: 'Environments', icon: 'right', keys: 'g n', order: 20, header: 'never' },
  component: lazyRouteComponent(() => import('./environments-screen.tsx'), 'EnvironmentsScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    environments: typeof environments
  }
}
