// The screen of the login.
import { lazyRouteComponent } from '@tanstack/react-router'
import { readText, searchReader } from '../../search/filters.ts'
import { defineScreen } from '../../app/define-screen.ts'

export const login = defineScreen({
  path: '/login',
  search: searchReader({ next: readText }),
  component: lazyRouteComponent(() => import('./login-screen.tsx'), 'LoginScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    login: typeof login
  }
}
