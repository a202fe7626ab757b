// An instant as its age, `4 min`. The title has the full instant.
import { useAge } from './use-now.ts'

export function Age({ at }: { at: string }) {
  return (
    <time dateTime={at} title={new Date(at).toString()}>
      {useAge(at)}
    </time>
  )
}
