// How an issue changed, as icon and text: new, back, louder by a factor, quiet.
import { formatFew } from '../../format/format-number.ts'
import { Icon } from '../../ui/icon.tsx'
import { Status } from '../issues/index.ts'
import type { ChangeName } from './change-groups.ts'
import css from './changed-issues.module.css'

/** `factor`: of what is louder; null: it came from nothing. */
export function ChangeLabel({ name, factor }: { name: ChangeName; factor: number | null }) {
  if (name === 'new') return <Status status="new" />
  if (name === 'back')
    return (
      <span className="status" data-status="regressed">
        <Icon name="regressed" small /> Back
      </span>
    )
  if (name === 'quiet')
    return (
      <span className="status" data-status="resolved">
        <Icon name="resolved" small /> Quiet
      </span>
    )
  return (
    <span className={`status ${css.louder}`}>
      <Icon name="paint" small /> {factor === null ? 'from 0' : describeFactor(factor)}
    </span>
  )
}

/** After nearly nothing, the number says little. */
const MAX_FACTOR = 100

function describeFactor(factor: number): string {
  return factor > MAX_FACTOR ? `×${MAX_FACTOR}+` : `×${formatFew(factor)}`
}
