// Runs asynchronous work side by side, a limited number at a time.

/** Results in the order of `items`. The items are started in that order; `run` must not throw. */
export async function mapConcurrently<Item, Result>(
  items: Item[],
  limit: number,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  await Promise.all(Array.from({ length: limit }, worker))
  return results

  async function worker(): Promise<void> {
    // The workers share one iterator, so each item is run once.
    for (const [index, item] of queue) results[index] = await run(item)
  }
}
