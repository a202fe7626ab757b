import { ago } from '../format-time.ts'

/** `4 min`, with the full instant one hover (or one screen reader) away. */
export function Ago({ at, now }: { at: string; now: number }) {
  return (
    <time dateTime={at} title={new Date(at).toString()}>
      {ago(at, now)}
    </time>
  )
}
