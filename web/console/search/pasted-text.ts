// Recognizes what people copy from tickets, logs, headers and other tabs: ids, addresses, stacks.
import { readDigest } from '../../../contract/digest.ts'

/** `path`: of a page of the console, with its search part. */
export type PastedTarget =
  | { target: 'digest'; digest: string }
  | { target: 'trace'; traceId: string; spanId?: string }
  | { target: 'issue'; id: string }
  | { target: 'path'; path: string }
  | { target: 'stack'; type: string; message: string; stacktrace: string }

/** The text of an error screen ends with the digest: ours, or one of a framework. */
const FALLBACK = /\berror\b[\s\S]*\bdigest:\s*([\w@-]{7,40})/i
const TRACEPARENT = /\b[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}\b/i
const CONSOLE_PAGE = /^\/(?:issues|traces|d|releases|operations|maps)\/[^/]|^\/(?:issues|traces|vitals)$/
/** A frame of V8, or one of Gecko and JavaScriptCore. */
const FRAME = /^\s*(?:at\s.+|[^\n]*@\S+:\d+(?::\d+)?)\s*$/
/** Browsers write it in front of an error in their console. */
const UNCAUGHT = /^\s*(?:\[.*?\]\s*)?Uncaught\s+(?:\(in promise\)\s+)?/
const TYPE_AND_MESSAGE = /^([\w$.]+)(?::\s*([\s\S]*))?$/
/** Characters of a text with a digest; a log is not searched. */
const MAX_TEXT = 1_000

/** Null: it is text to search for. */
export function parsePasted(input: string): PastedTarget | null {
  const text = input.trim()
  return parseAddress(text) ?? parseStack(text) ?? parseId(text)
}

function parseId(text: string): PastedTarget | null {
  if (text.length > MAX_TEXT) return null
  const [, traceId, spanId] = TRACEPARENT.exec(text) ?? []
  if (traceId && spanId)
    return { target: 'trace', traceId: traceId.toLowerCase(), spanId: spanId.toLowerCase() }
  if (/^[0-9a-f]{32}$/i.test(text)) return { target: 'trace', traceId: text.toLowerCase() }
  if (/^[0-9a-f]{16}$/i.test(text)) return { target: 'issue', id: text.toLowerCase() }
  const [, digest] = FALLBACK.exec(text) ?? []
  return digest ? { target: 'digest', digest: readDigest(digest) ?? digest } : null
}

/** Also of another host: one console has several names. */
function parseAddress(text: string): PastedTarget | null {
  if (!/^https?:\/\/\S+$/i.test(text)) return null
  const url = URL.parse(text)
  return url && CONSOLE_PAGE.test(url.pathname) ? { target: 'path', path: url.pathname + url.search } : null
}

function parseStack(text: string): PastedTarget | null {
  const lines = text.replace(UNCAUGHT, '').split(/\r?\n/)
  const first = lines.findIndex((line) => FRAME.test(line))
  if (first < 0 || !lines.some((line) => FRAME.test(line) && /:\d+/.test(line))) return null
  const head = lines.slice(0, first).join('\n').trim()
  const [, type = '', message = ''] = TYPE_AND_MESSAGE.exec(head) ?? []
  return { target: 'stack', type, message: message.trim(), stacktrace: lines.join('\n') }
}
