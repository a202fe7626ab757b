// Which issue an occurrence belongs to. The only place where that is decided.
import { createHash } from 'node:crypto'
import { canonical, type Canonical } from './message.ts'
import { fileKey, functionKey, ownerOf, type Owner } from './place.ts'
import { parseStack, type StackFrame } from './stack.ts'

/** Changes with the rule. Rows keep the fingerprint they were written with, so what is old is never grouped anew. */
export const GROUPING_VERSION = 1

export type Exception = { service: string; type: string; message: string; stacktrace: string; url: string; given: string }
export type Fingerprint = { id: string; /** In words, for people: "3 frames", "message and place". */ reason: string }

/** Callers further out differ by browser (async, inlining) and by the way a person came there. One frame alone would be a helper. */
const FRAMES = 3

/** Frames that check something for their caller: without the text all checks of a house would be one issue. */
const CHECKER = /^(?:_?invariant|assert\w*|expect\w*|ensure\w*|require\w*|check\w*|throw\w*|fail\w*|panic)$/i

export function fingerprint(exception: Exception): Fingerprint {
  const { service, given } = exception
  if (/^[\da-f]{16}$/.test(given)) return { id: given, reason: 'given' }
  if (given !== '') return issue('given', service, given)
  const said = canonical(exception.type, exception.message)
  if (said.weather) return issue(said.weather, service, said.weather)
  const frames = parseStack(exception.stacktrace)
  if (said.text === 'stack overflow') return issue('stack overflow', service, said.type, ...cycle(frames, exception.url))
  return byPlace(service, said, frames, exception.url)
}

function byPlace(service: string, said: Canonical, frames: StackFrame[], page: string): Fingerprint {
  const { owner, keys } = placed(synchronous(frames), page)
  if (owner === 'extension') return issue('extension', service, 'extension', said.type, said.text)
  // The engine's sentence names the thing itself. Further frames would split Safari from Chrome, which keeps tail calls.
  if (said.engine)
    return issue(keys.length > 0 ? 'message and place' : 'message', service, owner, said.type, said.text, ...keys.slice(0, 1))
  const [top = ''] = keys
  const told = keys.length < 2 || CHECKER.test(top.slice(top.indexOf('|') + 1))
  const reason = `${keys.length} frame${keys.length === 1 ? '' : 's'}${told ? ' and message' : ''}`
  return issue(keys.length === 0 ? 'message' : reason, service, owner, said.type, ...(told ? [said.text] : []), ...keys)
}

/** Only V8 and Gecko print callers across an `await`. A stack may begin with one; then it is all there is. */
function synchronous(frames: StackFrame[]): StackFrame[] {
  const end = frames.findIndex((frame) => frame.async)
  return end < 0 ? frames : frames.slice(0, Math.max(end, 1))
}

/** The first frames that are the house's own; a third party's, marked as such, where there are none. */
function placed(frames: StackFrame[], page: string): { owner: Owner; keys: string[] } {
  const owners = frames.map((frame) => ownerOf(frame, page))
  const owner = (['own', 'third party', 'extension'] as const).find((wanted) => owners.includes(wanted)) ?? 'own'
  const keys = frames.filter((_, at) => owners[at] === owner).map(keyOf)
  const named = keys.filter((key) => key !== null)
  return { owner, keys: named.filter((key, at) => key !== named[at - 1]).slice(0, FRAMES) }
}

function keyOf(frame: StackFrame): string | null {
  const name = functionKey(frame.function)
  return name === '' ? null : `${fileKey(frame.file)}|${name}`
}

/** Where an endless recursion runs out is chance; the functions that go round are the bug. */
function cycle(frames: StackFrame[], page: string): string[] {
  const times = new Map<string, number>()
  for (const frame of frames) {
    const key = ownerOf(frame, page) === 'own' ? keyOf(frame) : null
    if (key !== null) times.set(key, (times.get(key) ?? 0) + 1)
  }
  return [...times]
    .filter(([, count]) => count > 1)
    .map(([key]) => key)
    .sort()
}

function issue(reason: string, ...parts: string[]): Fingerprint {
  return { id: createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16), reason }
}
