// The screen of source maps.
import { lazyRouteComponent } from '@tanstack/react-router'
import { readText, searchReader } from '../../search/filters.ts'
import { defineScreen } from '../../app/define-screen.ts'

export const maps = defineScreen({
  path: '/maps',
  search: searchReader({ service: readText, release: readText }),
  menu: { label: 'Source maps', icon: 'terminal', keys: 'g m', order: 9, header: 'wide' },
  component: lazyRouteComponent(() => import('./maps-screen.tsx'), 'MapsScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    maps: typeof maps
  }
}
