// The screen of the login.
import { lazyRouteComponent } from '@tanstack/react-router'
import { readTexts } from '../../search/filters.ts'
import { defineScreen } from '../../app/define-screen.ts'

export const login = defineScreen({
  path: '/login',
  search: readTexts('next'),
  component: lazyRouteComponent(() => import('./login-screen.tsx'), 'LoginScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    login: typeof login
  }
}
