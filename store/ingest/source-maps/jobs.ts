// The long tasks of the worker, one after the other. Messages are answered between them.

/** `urgency`: 0 is done first. `milliseconds`: after which the worker is stopped. */
export type Job = { urgency: 0 | 1 | 2; map: string; id: number; milliseconds: number; run: () => void }

export class Jobs {
  readonly #queues: Job[][] = [[], [], []]
  readonly #started: (job: Job) => void
  readonly #ended: () => void
  #isScheduled = false

  constructor(started: (job: Job) => void, ended: () => void) {
    this.#started = started
    this.#ended = ended
  }

  add(job: Job): void {
    this.#queues[job.urgency]?.push(job)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => this.#runNext())
  }

  #runNext(): void {
    this.#isScheduled = false
    const job = this.#queues.find((queue) => queue.length > 0)?.shift()
    if (!job) return
    this.#started(job)
    job.run()
    this.#ended()
    this.#schedule()
  }
}
