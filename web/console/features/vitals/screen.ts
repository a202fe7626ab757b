// The screen of web vitals.
import { lazyRouteComponent } from '@tanstack/react-router'
import { FILTER_PARAMETERS, readText, searchReader } from '../../search/filters.ts'
import { defineScreen } from '../../app/define-screen.ts'

export const vitals = defineScreen({
  path: '/vitals',
  search: searchReader({ ...FILTER_PARAMETERS, vital: readText, device: readText, by: readText }),
  menu: { label: 'Vitals', icon: 'paint', keys: 'g v', order: 5, header: 'always' },
  component: lazyRouteComponent(() => import('./vitals-screen.tsx'), 'VitalsScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    vitals: typeof vitals
  }
}
