// The four groups of issues that a release changed, in the order of the screen.
import type { ReleaseChangesAnswer, ReleaseGroup } from '../../../../contract/releases.ts'
import type { IconName } from '../../ui/icon.tsx'

export type ChangeName = 'new' | 'back' | 'louder' | 'quiet'

/** `first`: the row of its first issue in the table. */
type ChangeGroup = {
  name: ChangeName
  title: string
  status: string
  icon: IconName
  text: string
  content: ReleaseGroup
  first: number
}

const GROUPS: Omit<ChangeGroup, 'content' | 'first'>[] = [
  { name: 'new', title: 'New', status: 'new', icon: 'new', text: 'never seen before this release' },
  { name: 'back', title: 'Back', status: 'regressed', icon: 'regressed', text: 'that had been resolved' },
  { name: 'louder', title: 'Louder', status: 'ongoing', icon: 'paint', text: 'at twice their rate or more' },
  {
    name: 'quiet',
    title: 'Quiet',
    status: 'resolved',
    icon: 'resolved',
    text: 'expected at least 10 times by now',
  },
]

/** The groups that have issues. */
export function groupsOf(answer: ReleaseChangesAnswer): ChangeGroup[] {
  let first = 0
  const groups: ChangeGroup[] = []
  for (const group of GROUPS) {
    const content = answer[group.name]
    if (content.total > 0) groups.push({ ...group, content, first })
    first += content.issues.length
  }
  return groups
}
