// The screens of the list of releases, and of one release.
import { lazyRouteComponent } from '@tanstack/react-router'
import { FILTER_PARAMETERS, optionOf, readFilters, readText, searchReader } from '../../search/filters.ts'
import { defineScreen } from '../../app/define-screen.ts'

export const releases = defineScreen({
  path: '/releases',
  search: readFilters,
  menu: { label: 'Releases', icon: 'tag', keys: 'g r', order: 3, header: 'always' },
  component: lazyRouteComponent(() => import('./releases-screen.tsx'), 'ReleasesScreen'),
})

export const release = defineScreen({
  path: '/releases/$service/$release',
  search: searchReader({
    ...FILTER_PARAMETERS,
    /** What it is compared with: another release, or its service at a time before. */
    previous: readText,
    before: optionOf(['24h', '7d']),
  }),
  component: lazyRouteComponent(() => import('./release-screen.tsx'), 'ReleaseScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    releases: typeof releases
    release: typeof release
  }
}
