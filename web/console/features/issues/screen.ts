// The screens of the list of issues, and of one issue.
import { lazyRouteComponent } from '@tanstack/react-router'
import { defineScreen } from '../../app/define-screen.ts'
import { optionOf, readIssueFilters, readText, searchReader, STACK_VIEWS } from '../../search/filters.ts'
import { COUNTS_RANGE, issueQuery } from './issue-query.ts'

export const issues = defineScreen({
  path: '/',
  alias: '/issues',
  search: readIssueFilters,
  menu: { label: 'Issues', icon: 'new', keys: 'g i', order: 1, header: 'always' },
  component: lazyRouteComponent(() => import('./list/issues-screen.tsx'), 'IssuesScreen'),
})

export const issue = defineScreen({
  path: '/issues/$id',
  search: searchReader({
    event: readText,
    /** Filters its events. */
    q: readText,
    stack: optionOf(STACK_VIEWS),
    /** As in a trace. */
    clocks: optionOf(['raw']),
  }),
  preload: ({ client, params, q }) => void client.prefetchQuery(issueQuery(params['id']!, COUNTS_RANGE, q)),
  component: lazyRouteComponent(() => import('./page/issue-screen.tsx'), 'IssueScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    issues: typeof issues
    issue: typeof issue
  }
}
