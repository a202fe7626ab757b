/** The set with the value when it was without, without it when it was in. */
export function toggled<Value>(set: ReadonlySet<Value>, value: Value): ReadonlySet<Value> {
  const copy = new Set(set)
  if (!copy.delete(value)) copy.add(value)
  return copy
}
