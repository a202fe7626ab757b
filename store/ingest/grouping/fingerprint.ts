// Which issue an occurrence belongs to. The only place where that is decided.
import { createHash } from 'node:crypto'
import { canonicalMessage, type CanonicalMessage } from './canonical-message.ts'
import { blockedResource } from './blocked-resource.ts'
import { fileKey } from './file-key.ts'
import { frameKey, frameName } from './frame-key.ts'
import { hydrationMismatch, routeOf } from './hydration.ts'
import { ordinaryIssueId } from './overflow-issue.ts'
import { ownerOf, type Owner } from './owner.ts'
import { pattern } from './pattern.ts'
import { recursionCycle } from './recursion.ts'
import type { StackFrame } from './stack-frame.ts'
import { parseStack } from './stack.ts'

/** Of the rule. Rows keep the fingerprint that they were written with: a new rule never regroups them. */
export const GROUPING_VERSION = 4

export type Exception = {
  service: string
  type: string
  message: string
  /** Mapped to the source code where there are source maps. */
  stacktrace: string
  /** The line of source code at its top; empty: not known. */
  sourceLine: string
  url: string
  /** `http.route` of the page, or an empty text. */
  route: string
  /** Of a server's exception without a stack: method and route of the request. */
  operation?: string
  /**
   * A fingerprint that the application has set: a text, or a list of texts as JSON. Empty: none. It counts
   * within its service.
   */
  override: string
}

/**
 * `reason`: which part of the rule decided, for people: "3 frames", "message and 1 frame". `byStack`: the
 * stack was looked at.
 */
export type Fingerprint = { id: string; reason: string; byStack?: boolean }

/** Outer callers differ by browser (async, inlining) and route; a single frame is often a helper function. */
const MAX_FRAMES = 3

/** Functions that check something for callers: without the message, all checks would be one issue. */
const ASSERTION_FUNCTION = pattern()`
  ^_*(?:[Ii]nvariant|[Aa]ssert\w*|panic|die
  |(?:[Ee]xpect|[Ee]nsure|[Rr]equire|[Cc]heck|[Tt]hrow|[Ff]ail|[Ww]arn)(?![a-z])\w*)$
`

/** Functions that all requests share: where no caller is on the stack, the text names the endpoint. */
const REQUEST_FUNCTION = pattern('i')`
  ^_*(?:(?:call|do|execute|make|perform|run|send)?_?(?:ajax|api|fetch|graphql|http|request|rpc)
  (?:er|json|data)?|get|post|put|patch|del|delete|query|mutate|execute)$
`

/** A line that throws an error with its own text names the failure: `throw new Error('no price')`. */
const THROWN_TEXT = /\bthrow\s+(?:new\s+)?[\w$.]+\(\s*['"`](?!\$\{)/

export function fingerprint(exception: Exception): Fingerprint {
  const { service, override, url } = exception
  if (override !== '') return byOverride(exception, partsOf(override))
  const message = canonicalMessage(exception.type, exception.message)
  if (message.failure) return issue(message.failure, service, message.failure)
  const resource = blockedResource(message.type, exception.message)
  if (resource !== null) return issue('blocked resource', service, 'blocked resource', resource)
  const mismatch = hydrationMismatch(message.text)
  if (mismatch !== null)
    return issue('hydration and route', service, 'hydration', mismatch, routeOf(exception.route, url))
  const frames = parseStack(exception.stacktrace)
  if (message.text === 'stack overflow') {
    const own = frames.filter((frame) => ownerOf(frame, url) === 'own')
    return { ...issue('stack overflow', service, message.type, ...recursionCycle(own)), byStack: true }
  }
  const selection = selectFrames(frames, url, message.type)
  return { ...byFrames(exception, message, selection), byStack: true }
}

/** `{{ default }}` stands for the issue without the override: other parts divide it. */
function byOverride(exception: Exception, parts: string[]): Fingerprint {
  const { service, override } = exception
  if (!parts.some(isDefault)) return issue('given', service, override)
  const ordinary = fingerprint({ ...exception, override: '' })
  const others = parts.filter((part) => !isDefault(part))
  if (others.length === 0) return ordinary
  return { ...ordinary, ...issue(`${ordinary.reason} and given`, service, ordinary.id, ...others) }
}

/** A text, or a list of texts as JSON. */
function partsOf(override: string): string[] {
  if (!override.startsWith('[')) return [override]
  try {
    const parts: unknown = JSON.parse(override)
    return Array.isArray(parts) ? parts.map(String) : [override]
  } catch {
    return [override]
  }
}

function isDefault(part: string): boolean {
  return /^\s*\{\{\s*default\s*\}\}\s*$/.test(part)
}

function byFrames(exception: Exception, message: CanonicalMessage, selection: SelectedFrames): Fingerprint {
  const { service, sourceLine } = exception
  const { owner, keys, isMinified } = selection
  const { type, text, isEngineMessage } = message
  if (owner === 'extension') return issue('extension', service, 'extension', type, text)
  if (keys.length === 0 || (isEngineMessage && isMinified)) return byMessage(exception, message, selection)
  // The engine's message names the value that is wrong. More frames would separate Safari from Chrome: Safari
  // omits functions that end in a call.
  if (isEngineMessage) {
    const reason = sourceLine === '' ? 'message and 1 frame' : 'message, 1 frame and line'
    const line = sourceLine === '' ? [] : [sourceLine]
    return issue(reason, service, owner, type, text, ...keys.slice(0, 1), ...line)
  }
  const names = keys.map((key) => key.slice(key.indexOf('|') + 1))
  const [name = ''] = names
  // Callers differ by browser and bundler: functions that end in a call, or are inlined, are missing.
  if (THROWN_TEXT.test(sourceLine) && !ASSERTION_FUNCTION.test(name) && !REQUEST_FUNCTION.test(name))
    return issue('1 frame and line', service, owner, type, ...keys.slice(0, 1), sourceLine)
  const includesMessage =
    keys.length < 2 ||
    ASSERTION_FUNCTION.test(name) ||
    (keys.length < MAX_FRAMES && names.every((name) => REQUEST_FUNCTION.test(name)))
  const reason = `${keys.length} frame${keys.length === 1 ? '' : 's'}${includesMessage ? ' and message' : ''}`
  return issue(reason, service, owner, type, ...(includesMessage ? [text] : []), ...keys)
}

/** No function name: minified, or the top level of a script. The next deploy has a file of the same name. */
function byMessage(exception: Exception, message: CanonicalMessage, selection: SelectedFrames): Fingerprint {
  const { service, operation = '' } = exception
  const { owner, file } = selection
  const reason = file ? 'message and file' : operation ? 'message and route' : 'message'
  return issue(reason, service, owner, message.type, message.text, file || operation)
}

type SelectedFrames = {
  owner: Owner
  keys: string[]
  /** The key of the first frame's file. */
  file: string
  /** The first function name was made by a minifier: outer names belong to other code. */
  isMinified: boolean
}

/** The first frames of the application; without any, the frames of a third party, marked as such. */
function selectFrames(all: StackFrame[], page: string, type: string): SelectedFrames {
  const frames = synchronousFrames(withoutConstructor(all, type), page)
  const owners = frames.map((frame) => ownerOf(frame, page))
  const preferred = ['own', 'third party', 'extension'] as const
  const owner = preferred.find((candidate) => owners.includes(candidate)) ?? 'own'
  const selected = frames.filter((_, index) => owners[index] === owner)
  // Each function once: the depth of a recursion is random.
  const keys = new Set(selected.map(frameKey).filter((key) => key !== null))
  const firstNamed = selected.find((frame) => frameName(frame) !== '')
  return {
    owner,
    keys: [...keys].slice(0, MAX_FRAMES),
    file: fileKey(selected[0]?.file ?? ''),
    isMinified: !firstNamed || frameKey(firstNamed) === null,
  }
}

/** Gecko and JavaScriptCore print the constructor of the error's class on top of the function that threw. */
function withoutConstructor(frames: StackFrame[], type: string): StackFrame[] {
  const isConstructor = (name: string): boolean => name === type || /^\w+(?:Error|Exception)$/.test(name)
  const start = frames.findIndex((frame) => !isConstructor(frameName(frame)))
  return start < 0 ? frames : frames.slice(start)
}

/** Only V8 and Gecko print callers across `await`: they count only where no other frame is `own`. */
function synchronousFrames(frames: StackFrame[], page: string): StackFrame[] {
  const end = frames.findIndex((frame) => frame.async)
  if (end < 0) return frames
  const synchronous = frames.slice(0, end)
  const hasOwn = synchronous.some((frame) => ownerOf(frame, page) === 'own')
  return hasOwn ? synchronous : frames.slice(0, end + 1)
}

function issue(reason: string, ...parts: string[]): Fingerprint {
  return { id: ordinaryIssueId(createHash('sha256').update(parts.join('\n')).digest('hex')), reason }
}
