// The screen of the list of issues.
import { lazyRouteComponent } from '@tanstack/react-router'
import { readIssueFilters } from '../../../search/filters.ts'
import { defineScreen } from '../../../app/define-screen.ts'

export const issues = defineScreen({
  path: '/',
  alias: '/issues',
  search: readIssueFilters,
  menu: { label: 'Issues', icon: 'new', keys: 'g i', order: 1, header: 'always' },
  component: lazyRouteComponent(() => import('./issues-screen.tsx'), 'IssuesScreen'),
})

declare module '../../../app/define-screen.ts' {
  interface Screens {
    issues: typeof issues
  }
}
