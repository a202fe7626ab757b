// Runs asynchronous work one after the other, in the order of the calls.

export type Sequence = <Answer>(work: () => Promise<Answer>) => Promise<Answer>

export function createSequence(): Sequence {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}
