// What the page of an issue shows of the texts of users.
import { optionalPart } from '../../ui/optional-part.tsx'
import type { IssueFeedbackProps } from './issue-feedback.tsx'

/** Few issues have texts. */
export const IssueFeedback = optionalPart<IssueFeedbackProps>(async () => {
  const { IssueFeedback: Part } = await import('./issue-feedback.tsx')
  return Part
})
