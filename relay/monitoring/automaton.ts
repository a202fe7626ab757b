// One look at each byte says whether a text could hold any of a list of patterns, however many they are: together they are one
// automaton. It errs in one direction only: what it lets pass holds none of them, what it stops has to be looked at closely.

/** What may stand at one place of a pattern: some characters in small letters; `optional`: or nothing. */
export type Place = { characters: string; optional: boolean }
export type Pattern = Place[]

/** The state in which something was found; it is never left. */
export const FOUND = 0
const ASCII = 128
const BYTES = 256

export class Automaton {
  /** `next[state + byte]`; a state is the place where its row begins. What is no ASCII is always looked at closely. */
  readonly next: Int32Array
  readonly start: number

  constructor(patterns: Pattern[]) {
    // Bytes that no pattern tells apart are one class.
    const classes = new Uint8Array(BYTES)
    const rows = rowsOf(patterns, classify(classes, patterns))
    this.next = new Int32Array(rows.length * BYTES)
    for (const [state, row] of rows.entries())
      for (let byte = 0; byte < BYTES; byte++) this.next[state * BYTES + byte] = row[classes[byte]!]! * BYTES
    // As behind a blank: patterns may ask for the beginning of a word.
    this.start = this.next[BYTES + 0x20]!
  }

  inBytes(bytes: Uint8Array, start: number, end: number): boolean {
    const { next } = this
    let state = this.start
    for (let at = start; at < end; at++) state = next[state + bytes[at]!]!
    return state === FOUND
  }

  inText(text: string): boolean {
    const { next } = this
    let state = this.start
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code >= ASCII) return true
      state = next[state + code]!
    }
    return state === FOUND
  }
}

/** The characters of a text, one place each, whatever their case. */
export function literally(text: string): Pattern {
  return Array.from(text.toLowerCase(), (characters) => ({ characters, optional: false }))
}

/** Fills the table and gives back a character of each class; the class behind them is that of all that is no ASCII. */
function classify(classes: Uint8Array, patterns: Pattern[]): string[] {
  const sets = [...new Set(patterns.flat().map(({ characters }) => characters))]
  const samples: string[] = []
  const known = new Map<string, number>()
  for (let code = 0; code < ASCII; code++) {
    const character = String.fromCharCode(code).toLowerCase()
    const membership = sets.map((set) => Number(set.includes(character))).join('')
    if (!known.has(membership)) known.set(membership, samples.push(character) - 1)
    classes[code] = known.get(membership)!
  }
  return classes.fill(samples.length, ASCII) && samples
}

/** For each state the number of the next one, by class. A state is the set of places that patterns have got to. */
function rowsOf(patterns: Pattern[], samples: string[]): number[][] {
  const places = patterns.flatMap((pattern) => [...pattern, undefined])
  const beginnings = patterns.map((_, index) =>
    patterns.slice(0, index).reduce((sum, pattern) => sum + pattern.length + 1, 0),
  )
  const begun = samples.map((sample) => beginnings.flatMap((place) => reached(place, sample)))
  const states: number[][] = [[], []]
  const numbers = new Map([['', 1]])
  const rows = [[...samples.map(() => FOUND), FOUND]]
  for (let state = 1; state < states.length; state++)
    rows.push([
      ...samples.map((sample, index) =>
        numberOf([...begun[index]!, ...states[state]!.flatMap((at) => reached(at, sample))]),
      ),
      FOUND,
    ])
  return rows

  /** The places behind this one, when it takes the character. */
  function reached(at: number, character: string): number[] {
    const place = places[at]!
    const further = place.optional ? reached(at + 1, character) : []
    return place.characters.includes(character) ? [...further, at + 1] : further
  }

  function numberOf(given: number[]): number {
    const set = [...new Set(given)].sort((a, b) => a - b)
    if (set.some((at) => places[at] === undefined)) return FOUND
    const name = set.join(' ')
    const known = numbers.get(name)
    if (known !== undefined) return known
    numbers.set(name, states.length)
    return states.push(set) - 1
  }
}
