// What the pages of an issue and of a release show of commits.
import { optionalPart } from '../../ui/optional-part.tsx'
import type { IssueCommitsProps } from './issue-commits.tsx'
import type { ReleaseCommitsProps } from './release-commits.tsx'

/** For services whose builds send commits. */
export const IssueCommits = optionalPart<IssueCommitsProps>(async () => {
  const { IssueCommits: Part } = await import('./issue-commits.tsx')
  return Part
})

export const ReleaseCommits = optionalPart<ReleaseCommitsProps>(async () => {
  const { ReleaseCommits: Part } = await import('./issue-commits.tsx')
  return Part
})
