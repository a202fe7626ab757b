// Debug ids of scripts, as a page knows them where a bundler wrote them into the scripts.

/** Scripts of one stack. */
const MAX_IDS = 100

/** By the address of the script. `json`: an object of texts; anything else is no ids. */
export function parseDebugIds(json: string): Map<string, string> {
  if (json === '') return new Map()
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value !== 'object' || value === null) return new Map()
    const entries = Object.entries(value).slice(0, MAX_IDS)
    return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    // Pages may send anything.
    return new Map()
  }
}
