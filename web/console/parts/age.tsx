import { formatAge } from '../format-time.ts'

/** `4 min`; the title has the full instant. */
export function Age({ at, now }: { at: string; now: number }) {
  return (
    <time dateTime={at} title={new Date(at).toString()}>
      {formatAge(at, now)}
    </time>
  )
}
