// Random numbers of a seed, so that a benchmark has the same data each time.

export type Random = {
  /** From 0 to 1. */
  uniform(): number
  /** A number of events where `mean` are expected. */
  poisson(mean: number): number
  /** Mean 1; the smaller the shape, the noisier. */
  gamma(shape: number): number
}

export function randomOf(seed: number): Random {
  let state = seed

  function uniform(): number {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  function normal(): number {
    return Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  }

  function poisson(mean: number): number {
    if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()))
    const limit = Math.exp(-mean)
    let [count, product] = [0, uniform()]
    while (product > limit) {
      count++
      product *= uniform()
    }
    return count
  }

  /** Marsaglia and Tsang, for shapes from 1 on. */
  function gamma(shape: number): number {
    const d = shape - 1 / 3
    for (;;) {
      const x = normal()
      const v = (1 + x / Math.sqrt(9 * d)) ** 3
      if (v > 0 && Math.log(uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return (d * v) / shape
    }
  }

  return { uniform, poisson, gamma }
}

/** Of an hour since a Monday: a day and night, and a quiet weekend. The mean of a week is about 0.6. */
export function rhythm(hour: number): number {
  const day = 0.25 + 1.5 * Math.max(0, Math.sin((((hour % 24) - 6) / 12) * Math.PI))
  return day * (Math.floor(hour / 24) % 7 > 4 ? 0.35 : 1)
}
