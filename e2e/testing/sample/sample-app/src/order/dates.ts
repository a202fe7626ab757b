/** `2026-11-24`. The carrier leaves the date out until it has the parcel. */
export function formatEta(eta: string): string {
  const date = new Date(eta)
  const day = date.toISOString().slice(0, 10)
  return day
}
