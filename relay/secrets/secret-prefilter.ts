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
const [FIRST_ARROW, LAST_ARROW] = [0x2190, 0x21ff]
const BYTES = 256
/** Stands for a character that is not ASCII: a sign that no pattern begins or ends with. */
const OTHER = '|'.charCodeAt(0)

export class Prefilter {
  /** `transitions[state * BYTES + byte]` is the next state. 16 bits, so that more of it is in the caches. */
  private readonly transitions: Uint16Array
  private readonly start: number

  private constructor(transitions: Uint16Array) {
    this.transitions = transitions
    // As after a blank: a pattern may ask for the start of a word.
    this.start = transitions[START * BYTES + 0x20]!
  }

  /** Takes some 60 ms for the patterns of the scrubber. Bytes that are not ASCII match every pattern. */
  static of(patterns: Pattern[]): Prefilter {
    const { classOf, samples } = classify(patterns)
    const rows = buildRows(patterns, samples)
    const transitions = new Uint16Array(rows.length * BYTES)
    for (const [state, row] of rows.entries())
      for (let byte = 0; byte < BYTES; byte++) transitions[state * BYTES + byte] = row[classOf[byte]!]!
    return new Prefilter(transitions)
  }

  /** The same patterns, or the character. */
  or(character: string): Prefilter {
    const transitions = this.transitions.slice()
    for (let at = character.charCodeAt(0); at < transitions.length; at += BYTES) transitions[at] = MATCHED
    return new Prefilter(transitions)
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
    return this.inspect(text) === 'match'
  }

  /** `wide`: no pattern matches, but there are characters that are not ASCII. */
  inspect(text: string): 'match' | 'wide' | 'plain' {
    const { transitions } = this
    let state = this.start
    let isWide = false
    for (let index = 0; index < text.length; index++) {
      let code = text.charCodeAt(index)
      if (code >= ASCII) {
        // Arrows are in no secret, and in breadcrumbs of most errors: `/cart → /checkout`.
        if (code < FIRST_ARROW || code > LAST_ARROW) isWide = true
        code = OTHER
      }
      state = transitions[state * BYTES + code]!
    }
    if (state === MATCHED) return 'match'
    return isWide ? 'wide' : 'plain'
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
  const classes = positions.map((position) =>
    samples.flatMap((sample, index) => (position?.characters.includes(sample) ? [index] : [])),
  )
  const starts = patterns.map((_, index) =>
    patterns.slice(0, index).reduce((sum, pattern) => sum + pattern.length + 1, 0),
  )
  const reachedFromStart = reachedFrom(starts)
  const states: number[][] = [[], []]
  const numbers = new Map([['', START]])
  const rowFromStart = samples.map((_, index) => numberOf(reachedFromStart.get(index) ?? []))
  const rows = [[...samples.map(() => MATCHED), MATCHED]]
  for (let state = START; state < states.length; state++) {
    // Mostly no pattern goes on, and some start: that is the same from every state.
    const row = [...rowFromStart, MATCHED]
    for (const [index, further] of reachedFrom(states[state]!))
      row[index] = numberOf([...(reachedFromStart.get(index) ?? []), ...further])
    rows.push(row)
  }
  return rows

  /** The positions after these, by the class of the next character. */
  function reachedFrom(state: number[]): Map<number, number[]> {
    const reached = new Map<number, number[]>()
    for (const start of state)
      for (let at = start; ; at++) {
        for (const index of classes[at]!) reached.set(index, [...(reached.get(index) ?? []), at + 1])
        if (!positions[at]!.isOptional) break
      }
    return reached
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
