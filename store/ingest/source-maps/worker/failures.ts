// What could not be read: source maps and single sources of them. Each is tried again after a pause, which
// doubles with every further failure; until then it is left out, and only it.
import type { SourceKey } from './messages.ts'

/** The first pause. An attempt may cost seconds of processor time, and a worker with its maps in memory. */
const PAUSE_MILLISECONDS = 30_000
const MAX_PAUSE_MILLISECONDS = 3_600_000

/** After this number of failures in a row, occurrences no longer wait for a source. */
const FINAL_FAILURES = 3

/** The oldest is forgotten. */
const MAX_FAILURES = 10_000

/** `file`: of the source; empty: of the map itself. `retryAt`: milliseconds since 1970. */
export type ReadFailure = {
  map: string
  source: number | null
  file: string
  reason: string
  failures: number
  since: number
  retryAt: number
}

type FailedItem = Pick<ReadFailure, 'map' | 'file' | 'reason'> & { source?: number }

export class ReadFailures {
  readonly #failures = new Map<string, ReadFailure>()
  readonly #pause: number

  constructor(pauseMilliseconds = PAUSE_MILLISECONDS) {
    this.#pause = pauseMilliseconds
  }

  add({ map, source, file, reason }: FailedItem): ReadFailure {
    const key = keyOf(map, source)
    const { failures = 0, since = Date.now() } = this.#failures.get(key) ?? {}
    const pause = Math.min(this.#pause * 2 ** failures, MAX_PAUSE_MILLISECONDS)
    const retryAt = Date.now() + pause
    const failure = { map, source: source ?? null, file, reason, failures: failures + 1, since, retryAt }
    this.#failures.delete(key)
    this.#failures.set(key, failure)
    const [oldest] = this.#failures.keys()
    if (this.#failures.size > MAX_FAILURES && oldest !== undefined) this.#failures.delete(oldest)
    return failure
  }

  /** It was read. True: it had failed before. */
  delete(map: string, source?: number): boolean {
    return this.#failures.delete(keyOf(map, source))
  }

  /** False: it waits for its next attempt. `at`: milliseconds since 1970. */
  isReadable(map: string, at: number): boolean {
    return (this.#failures.get(keyOf(map))?.retryAt ?? 0) <= at
  }

  /** Whether occurrences are grouped without the names of a source that fails. */
  isSourceFinal(map: string): boolean {
    return this.list().some(
      (failure) => failure.map === map && failure.source !== null && failure.failures >= FINAL_FAILURES,
    )
  }

  /** Sources that must not be read before an instant. */
  leftOut(): { source: SourceKey; until: number }[] {
    return this.list().flatMap(({ map, source, retryAt }) =>
      source === null ? [] : [{ source: { map, source }, until: retryAt }],
    )
  }

  list(): ReadFailure[] {
    return [...this.#failures.values()]
  }
}

function keyOf(map: string, source?: number): string {
  return source === undefined ? map : `${map}:${source}`
}
