/** A copy of the set: with the value if it was missing, otherwise without it. */
export function toggle<Value>(set: ReadonlySet<Value>, value: Value): ReadonlySet<Value> {
  const copy = new Set(set)
  if (!copy.delete(value)) copy.add(value)
  return copy
}
