// A value of a row of "slower since" as text: milliseconds, except CLS.
import type { SlowerRow } from '../../../../contract/releases.ts'
import { formatVital } from '../vitals/vital-names.ts'

export function formatSlower({ name }: Pick<SlowerRow, 'name'>, value: number): string {
  return formatVital(name, value)
}
