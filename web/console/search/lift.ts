// How much more frequent a value is than in the base: sorts values where filters are set.
import type { FacetValue, FacetsAnswer } from '../../../contract/search.ts'

/** A share that both sides get in addition, so that rare values do not come first. */
const SMOOTHING = 0.01

type Totals = Pick<FacetsAnswer, 'total' | 'baseTotal'>

/** Whether the answer is about a part of its base. */
export function isNarrow({ total, baseTotal }: Totals): boolean {
  return baseTotal !== undefined && baseTotal !== total
}

export function sortByLift(values: FacetValue[], totals: Totals): FacetValue[] {
  if (!isNarrow(totals)) return values
  const liftOf = ({ count, base = 0 }: FacetValue) =>
    (count / Math.max(1, totals.total) + SMOOTHING) / (base + SMOOTHING)
  return values.toSorted((a, b) => liftOf(b) - liftOf(a))
}
