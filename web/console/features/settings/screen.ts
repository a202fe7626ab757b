// The screen of the settings.
import { lazyRouteComponent } from '@tanstack/react-router'
import { defineScreen } from '../../app/define-screen.ts'
import { readText, searchReader } from '../../search/filters.ts'

export const settings = defineScreen({
  path: '/settings',
  /** The sections are loaded with the screen. `q`, `act`: of the audit log. */
  search: searchReader({ section: readText, q: readText, act: readText }),
  menu: { label: 'Settings', icon: 'user', keys: 'g e', order: 12, header: 'never' },
  component: lazyRouteComponent(() => import('./settings-screen.tsx'), 'SettingsScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    settings: typeof settings
  }
}
