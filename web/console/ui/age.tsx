// An instant as its age, `4 min`. The title has the full instant.
import { formatShortDateTime } from '../format/format-time.ts'
import { useAge, useNow } from './use-now.ts'

/** Clocks differ by some seconds. */
const TOLERANCE_MS = 60_000

export function Age({ at }: { at: string }) {
  return (
    <time dateTime={at} title={new Date(at).toString()}>
      {useAge(at)}
    </time>
  )
}

/** `4 min ago`; the instant itself if it is to come, by a clock that is ahead. */
export function AgoOrInstant({ at }: { at: string }) {
  const now = useNow()
  if (Date.parse(at) > now + TOLERANCE_MS) return formatShortDateTime(at, now)
  return (
    <>
      <Age at={at} /> ago
    </>
  )
}
