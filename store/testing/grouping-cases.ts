// Pairs of exceptions that are one issue, or two. Stacks are put together in the dialect of an engine.
import { describe, expect, test } from 'vitest'
import { fingerprint, type Exception } from '../issue/fingerprint.ts'

export const HOUSE = 'https://orders.example'
const BASE: Exception = {
  service: 'orders-web',
  type: 'Error',
  message: '',
  stacktrace: '',
  url: `${HOUSE}/basket`,
  override: '',
}

export type Said = Partial<Exception>
export type Pair = [title: string, a: Said, b: Said]

export function issueOf(said: Said): string {
  return fingerprint({ ...BASE, ...said }).id
}

/** `pairs` that are one issue each, and `others` that are two. */
export function decide(about: string, pairs: Pair[], others: Pair[]): void {
  describe(about, () => {
    test.each(pairs)('one issue: %s', (_, a, b) => expect(issueOf(a)).toBe(issueOf(b)))
    test.each(others)('two issues: %s', (_, a, b) => expect(issueOf(a)).not.toBe(issueOf(b)))
  })
}

/** Frames as `name file:line:column`; a file without origin is the house's. A name of `-` is none. */
export function v8(...frames: string[]): string {
  return ['Error: …', ...frames.map((frame) => v8Line(...parts(frame)))].join('\n')
}

function v8Line(name: string, place: string): string {
  return name === '' ? `    at ${place}` : `    at ${name} (${place})`
}

export function gecko(...frames: string[]): string {
  return frames.map((frame) => `${parts(frame).join('@')}\n`).join('')
}

/** As Gecko's, without the line feed at the end. */
export function jsc(...frames: string[]): string {
  return gecko(...frames).trimEnd()
}

function parts(frame: string): [name: string, place: string] {
  const at = frame.lastIndexOf(' ')
  const [name, place] = [frame.slice(0, at), frame.slice(at + 1)]
  const known = /^(?:[a-z][\w+.-]*:|[<[/])/i.test(place) && !/^[\w.-]+\.js:\d/.test(place)
  return [name === '-' ? '' : name, known ? place : `${HOUSE}/${place}`]
}
