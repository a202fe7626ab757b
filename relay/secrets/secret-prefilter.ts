// Finds the texts that may match one of many patterns, in one step per byte: the patterns are one
// deterministic automaton. Only those texts are shown to the regular expressions of `scrub.ts`.

/** Characters that match at a position of a pattern, in lower case. `isOptional`: or none. */
type PatternPosition = { characters: string; isOptional: boolean }
export type Pattern = PatternPosition[]

/** The accepting state; it is never left. */
const MATCHED = 0
/** The state before the first character. */
const START = 1
const ASCII = 128
const BYTES = 256
/** Stands for a character that is not ASCII: a sign that no pattern begins or ends with. */
const OTHER = '|'.charCodeAt(0)

export class Prefilter {
  /** `transitions[state * BYTES + byte]` is the next state. 16 bits, so that more of it is in the caches. */
  private readonly transitions: Uint16Array
  private readonly start: number

  /** Takes some 25 ms for the patterns of the scrubber. Bytes that are not ASCII match every pattern. */
  constructor(patterns: Pattern[]) {
    const { classOf, samples } = classify(patterns)
    const rows = buildRows(patterns, samples)
    this.transitions = new Uint16Array(rows.length * BYTES)
    for (const [state, row] of rows.entries())
      for (let byte = 0; byte < BYTES; byte++) this.transitions[state * BYTES + byte] = row[classOf[byte]!]!
    // As after a blank: a pattern may ask for the start of a word.
    this.start = this.transitions[START * BYTES + 0x20]!
  }

  /** False: none of the patterns matches. True: one may. */
  matchesBytes(bytes: Uint8Array, start: number, end: number): boolean {
    const { transitions } = this
    let state = this.start
    for (let at = start; at < end; at++) state = transitions[state * BYTES + bytes[at]!]!
    return state === MATCHED
  }

  /** Other characters than ASCII match no pattern. */
  matchesText(text: string): boolean {
    const { transitions } = this
    let state = this.start
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      state = transitions[state * BYTES + (code < ASCII ? code : OTHER)]!
    }
    return state === MATCHED
  }
}

/** A pattern for a text in any case. */
export function literal(text: string): Pattern {
  return Array.from(text.toLowerCase(), (characters) => ({ characters, isOptional: false }))
}

/** The ASCII characters that match, in lower case. */
export function charactersOf(pattern: RegExp): string {
  const characters = Array.from({ length: ASCII }, (_, code) => String.fromCharCode(code))
  return characters
    .filter((character) => pattern.test(character))
    .join('')
    .toLowerCase()
}

/** Bytes that no pattern distinguishes. `samples`: a character of each class; the last is "not ASCII". */
function classify(patterns: Pattern[]): { classOf: Uint8Array; samples: string[] } {
  const sets = [...new Set(patterns.flat().map(({ characters }) => characters))]
  const classOf = new Uint8Array(BYTES)
  const samples: string[] = []
  const classes = new Map<string, number>()
  for (let code = 0; code < ASCII; code++) {
    const character = String.fromCharCode(code).toLowerCase()
    const membership = sets.map((set) => Number(set.includes(character))).join('')
    if (!classes.has(membership)) classes.set(membership, samples.push(character) - 1)
    classOf[code] = classes.get(membership)!
  }
  return { classOf: classOf.fill(samples.length, ASCII), samples }
}

/** For each state the next one by class. A state is the set of positions that patterns have reached. */
function buildRows(patterns: Pattern[], samples: string[]): number[][] {
  const positions = patterns.flatMap((pattern) => [...pattern, undefined])
  const starts = patterns.map((_, index) =>
    patterns.slice(0, index).reduce((sum, pattern) => sum + pattern.length + 1, 0),
  )
  const reachedFromStart = samples.map((sample) => starts.flatMap((start) => reached(start, sample)))
  const states: number[][] = [[], []]
  const numbers = new Map([['', START]])
  const numbersFromStart = reachedFromStart.map((positions) => numberOf(positions))
  const rows = [[...samples.map(() => MATCHED), MATCHED]]
  for (let state = START; state < states.length; state++)
    rows.push([...samples.map((sample, index) => nextState(state, sample, index)), MATCHED])
  return rows

  /** Mostly no pattern goes on, and some start: that is the same from every state. */
  function nextState(state: number, sample: string, index: number): number {
    const further = states[state]!.flatMap((at) => reached(at, sample))
    return further.length === 0
      ? numbersFromStart[index]!
      : numberOf([...reachedFromStart[index]!, ...further])
  }

  /** The positions after this one, if the character matches there. */
  function reached(at: number, character: string): number[] {
    const { isOptional, characters } = positions[at]!
    const further = isOptional ? reached(at + 1, character) : []
    return characters.includes(character) ? [...further, at + 1] : further
  }

  function numberOf(reachedPositions: number[]): number {
    const state = [...new Set(reachedPositions)].sort((a, b) => a - b)
    if (state.some((at) => positions[at] === undefined)) return MATCHED
    const key = state.join(' ')
    const existing = numbers.get(key)
    if (existing !== undefined) return existing
    numbers.set(key, states.length)
    return states.push(state) - 1
  }
}
