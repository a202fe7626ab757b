// The screen of what users wrote.
import { lazyRouteComponent } from '@tanstack/react-router'
import { defineScreen } from '../../app/define-screen.ts'
import { readFilters } from '../../search/filters.ts'

export const feedback = defineScreen({
  path: '/feedback',
  search: readFilters,
  menu: { label: 'Feedback', icon: 'chat', keys: 'g f', order: 13, header: 'never' },
  component: lazyRouteComponent(() => import('./feedback-screen.tsx'), 'FeedbackScreen'),
})

declare module '../../app/define-screen.ts' {
  interface Screens {
    feedback: typeof feedback
  }
}
