// The screen of the settings.
import { lazyRouteComponent } from '@tanstack/react-router'
import { defineScreen } from '../../app/define-screen.ts'
import { optionOf, searchReader } from '../../search/filters.ts'
import { SECTIONS, type Section } from './sections.ts'

export const settings = defineScreen({
  path: '/settings',
  search: searchReader({ section: optionOf(Object.keys(SECTIONS) as Section[]) }),
  menu: { label: 'Settings', icon: 'user', keys: 'g e', order: 12, header: 'never' },
  component: lazyRouteComponent(() => import('./settings-screen.tsx'), 'SettingsScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    settings: typeof settings
  }
}
