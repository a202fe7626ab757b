// An instant as its age, `4 min`. The title has the full instant.
import { formatAge } from '../format-time.ts'

export function Age({ at, now }: { at: string; now: number }) {
  return (
    <time dateTime={at} title={new Date(at).toString()}>
      {formatAge(at, now)}
    </time>
  )
}
