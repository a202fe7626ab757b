// Collects the rows of a request, resource by resource.
import type { Occurrence } from './occurrence.ts'
import { RowWriter } from './row-writer.ts'
import type { RowContext } from './row-context.ts'
import type { ResourceRows, Rows } from './rows.ts'

export class RequestRows {
  readonly writer = new RowWriter()
  /** A digest that the store makes depends on this hash, and on the position of its exception. */
  hash: string
  /** Rows and their events before this one: in the resource if it has a hash, else in the request. */
  position = 0
  readonly #context: RowContext
  readonly #resources: ResourceRows[] = []
  #started = 0
  #count = 0

  constructor(context: RowContext) {
    this.#context = context
    this.hash = context.bodyHash
  }

  startResource(): void {
    this.#endResource()
    const hash = this.#context.resourceHashes?.[this.#started++] ?? null
    if (hash !== null) {
      this.hash = hash
      this.position = 0
    }
    const { position: from } = this.writer
    this.#resources.push({ hash, from, to: from, count: 0, marked: [] })
  }

  /** The row that was written from `from` on. `events`: of it, each of which may be an exception. */
  add(from: number, occurrences: Occurrence[], events = 0, key = occurrences[0]?.key ?? null): void {
    const resource = this.#resources.at(-1)!
    this.position += 1 + events
    if (this.#context.isForgotten?.(this.writer.since(from))) {
      this.writer.position = from
      return
    }
    if (occurrences.length > 0 || key !== null)
      resource.marked.push({ from, to: this.writer.position, occurrences, key })
    resource.count++
    this.#count++
  }

  result(): Rows {
    this.#endResource()
    return { bytes: this.writer.result(), count: this.#count, resources: this.#resources }
  }

  #endResource(): void {
    const resource = this.#resources.at(-1)
    if (resource?.count === 0) this.#resources.pop()
    else if (resource) resource.to = this.writer.position
  }
}
