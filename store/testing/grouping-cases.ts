// Pairs of exceptions that are the same issue, or two, with stacks in the syntax of a JavaScript engine.
import { describe, expect, test } from 'vitest'
import { fingerprint, type Exception } from '../ingest/grouping/fingerprint.ts'

/** The origin of the application. */
export const ORIGIN = 'https://orders.example'

export const BASE: Exception = {
  service: 'orders-web',
  type: 'Error',
  message: '',
  stacktrace: '',
  url: `${ORIGIN}/basket`,
  route: '',
  override: '',
  sourceLine: '',
}

type Details = Partial<Exception>
export type Pair = [title: string, a: Details, b: Details]

export function issueOf(details: Details): string {
  return fingerprint({ ...BASE, ...details }).id
}

/** `same`: pairs that are one issue each; `different`: pairs that are two. */
export function testGrouping(title: string, same: Pair[], different: Pair[]): void {
  describe(title, () => {
    test.each(same)('one issue: %s', (_, a, b) => expect(issueOf(a)).toBe(issueOf(b)))
    test.each(different)('two issues: %s', (_, a, b) => expect(issueOf(a)).not.toBe(issueOf(b)))
  })
}

/** Frames as `name file:line:column`; a file without origin is the application's. `-`: no name. */
export function v8(...frames: string[]): string {
  const lines = frames.map((frame) => {
    const { name, file } = parseFrame(frame)
    return name === '' ? `    at ${file}` : `    at ${name} (${file})`
  })
  return ['Error: …', ...lines].join('\n')
}

export function gecko(...frames: string[]): string {
  return frames
    .map(parseFrame)
    .map(({ name, file }) => `${name}@${file}\n`)
    .join('')
}

/** As Gecko's, without the line feed at the end. */
export function jsc(...frames: string[]): string {
  return gecko(...frames).trimEnd()
}

function parseFrame(frame: string): { name: string; file: string } {
  const blank = frame.lastIndexOf(' ')
  const [name, file] = [frame.slice(0, blank), frame.slice(blank + 1)]
  const isAbsolute = /^(?:[a-z][\w+.-]*:|[<[/])/i.test(file) && !/^[\w.-]+\.js:\d/.test(file)
  return { name: name === '-' ? '' : name, file: isAbsolute ? file : `${ORIGIN}/${file}` }
}
