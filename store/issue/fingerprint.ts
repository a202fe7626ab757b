// Which issue an occurrence belongs to. The only place where that is decided.
import { createHash } from 'node:crypto'
import { canonical, type Canonical } from './canonical-message.ts'
import { fileKey } from './file-key.ts'
import { functionKey, plainName } from './function-key.ts'
import { ownerOf, type Owner } from './owner.ts'
import { parseStack, type StackFrame } from './stack.ts'

/** Changes with the rule. Rows keep the fingerprint they were written with, so what is old is never grouped anew. */
export const GROUPING_VERSION = 2

export type Exception = {
  service: string
  type: string
  message: string
  stacktrace: string
  url: string
  override: string
}
export type Fingerprint = {
  id: string
  /** In words, for people: "3 frames", "message and place". */ reason: string
}

/** Callers further out differ by browser (async, inlining) and by the way a person came there. One frame alone would be a helper. */
const FRAMES = 3

/** Frames that check something for their caller: without the text all checks of a house would be one issue. "checkout" is none. */
const CHECKER =
  /^_*(?:[Ii]nvariant|[Aa]ssert\w*|(?:[Ee]xpect|[Ee]nsure|[Rr]equire|[Cc]heck|[Tt]hrow|[Ff]ail|[Ww]arn)(?![a-z])\w*|panic|die)$/

export function fingerprint(exception: Exception): Fingerprint {
  const { service, override } = exception
  if (/^[\da-f]{16}$/.test(override)) return { id: override, reason: 'given' }
  if (override !== '') return issue('given', service, override)
  const said = canonical(exception.type, exception.message)
  if (said.weather) return issue(said.weather, service, said.weather)
  const frames = parseStack(exception.stacktrace)
  if (said.text === 'stack overflow')
    return issue('stack overflow', service, said.type, ...cycle(frames, exception.url))
  return byPlace(service, said, frames, exception.url)
}

function byPlace(service: string, said: Canonical, frames: StackFrame[], page: string): Fingerprint {
  const { owner, keys, file, minified } = placed(frames, page, said.type)
  if (owner === 'extension') return issue('extension', service, 'extension', said.type, said.text)
  // Nothing is named that could tell: minified, or a script's top. The part of the application is still the same with the next deploy.
  if (keys.length === 0 || (said.engine && minified))
    return issue(file ? 'message and file' : 'message', service, owner, said.type, said.text, file)
  // The engine's sentence names the thing itself. Further frames would split Safari from Chrome, which keeps tail calls.
  if (said.engine)
    return issue('message and place', service, owner, said.type, said.text, ...keys.slice(0, 1))
  const [top = ''] = keys
  const told = keys.length < 2 || CHECKER.test(top.slice(top.indexOf('|') + 1))
  const reason = `${keys.length} frame${keys.length === 1 ? '' : 's'}${told ? ' and message' : ''}`
  return issue(reason, service, owner, said.type, ...(told ? [said.text] : []), ...keys)
}

type Placed = {
  owner: Owner
  keys: string[]
  /** Of the first frame, by the name that survives a deploy. */
  file: string
  /** The first name there is was made by a minifier: names further out are those of somewhere else. */
  minified: boolean
}

/** The first frames that are the house's own; a third party's, marked as such, where there are none. */
function placed(all: StackFrame[], page: string, type: string): Placed {
  const frames = synchronous(withoutConstructor(all, type), page)
  const owners = frames.map((frame) => ownerOf(frame, page))
  const owner =
    (['own', 'third party', 'extension'] as const).find((wanted) => owners.includes(wanted)) ?? 'own'
  const places = frames.filter((_, at) => owners[at] === owner)
  // Each once: how deep a recursion went is chance.
  const keys = new Set(places.map(keyOf).filter((key) => key !== null))
  const named = places.find((frame) => plainName(frame.function) !== '')
  return {
    owner,
    keys: [...keys].slice(0, FRAMES),
    file: fileKey(places[0]?.file ?? ''),
    minified: !named || keyOf(named) === null,
  }
}

/** Gecko and JavaScriptCore show the constructor of an error's class on top of what threw it. */
function withoutConstructor(frames: StackFrame[], type: string): StackFrame[] {
  const start = frames.findIndex(
    ({ function: name }) => plainName(name) !== type && !/^\w+(?:Error|Exception)$/.test(plainName(name)),
  )
  return start < 0 ? frames : frames.slice(start)
}

/** Only V8 and Gecko print callers across an `await`. Where nothing else is of the house, the first of them is all there is. */
function synchronous(frames: StackFrame[], page: string): StackFrame[] {
  const end = frames.findIndex((frame) => frame.async)
  if (end < 0 || frames.slice(0, end).some((frame) => ownerOf(frame, page) === 'own'))
    return end < 0 ? frames : frames.slice(0, end)
  return frames.slice(0, end + 1)
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
