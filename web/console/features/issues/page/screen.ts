// The screen of one issue.
import { lazyRouteComponent } from '@tanstack/react-router'
import { readIssueSearch } from '../../../search/filters.ts'
import { COUNTS_RANGE, issueQuery } from '../issue-query.ts'
import { defineScreen } from '../../../app/define-screen.ts'

export const issue = defineScreen({
  path: '/issues/$id',
  search: readIssueSearch,
  preload: ({ client, params, q }) => void client.prefetchQuery(issueQuery(params['id']!, COUNTS_RANGE, q)),
  component: lazyRouteComponent(() => import('./issue-screen.tsx'), 'IssueScreen'),
})

declare module '../../../app/define-screen.ts' {
  interface Screens {
    issue: typeof issue
  }
}
