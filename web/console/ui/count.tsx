// A number in a column of a table. A narrow screen has no column heads: there it is `2 events`.
import { formatCount, pluralize } from '../format/format-number.ts'

export function Count({ value, noun }: { value: number; noun: string }) {
  return (
    <>
      <span className="wide-only">{formatCount(value)}</span>
      <span className="narrow-only">{pluralize(value, noun)}</span>
    </>
  )
}
