// What people paste, in the forms in which it is copied.
import { expect, test } from 'vitest'
import { parsePasted } from './pasted-text.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

test('the text of an error screen opens its digest, from Errata or from a framework', () => {
  const text =
    'Application error: a client-side or server-side exception has occurred while loading shop.example ' +
    '(see the browser console or server logs for more information)'
  expect(parsePasted(`${text}\nDigest: 7K3M9QXP`)).toEqual({ target: 'digest', digest: '7K3M9QXP' })
  expect(parsePasted(`${text} Digest: 7k3m-9qxp Copy Reload`)).toEqual({
    target: 'digest',
    digest: '7K3M9QXP',
  })
  expect(parsePasted('A server-side error has occurred. Digest: 331083018@E394')).toEqual({
    target: 'digest',
    digest: '331083018@E394',
  })
})

test('a traceparent opens the span, a trace id the trace, an issue id the issue', () => {
  const header = `traceparent: 00-${TRACE}-${SPAN}-01`
  expect(parsePasted(header)).toEqual({ target: 'trace', traceId: TRACE, spanId: SPAN })
  expect(parsePasted(` ${TRACE.toUpperCase()} `)).toEqual({ target: 'trace', traceId: TRACE })
  expect(parsePasted('7C2ACA874FB3FED6')).toEqual({ target: 'issue', id: '7c2aca874fb3fed6' })
})

test('the address of a page of the console opens that page, of any host; other addresses are text', () => {
  expect(parsePasted('https://errata.example/issues/7c2aca874fb3fed6?event=7K3M9QXP')).toEqual({
    target: 'path',
    path: '/issues/7c2aca874fb3fed6?event=7K3M9QXP',
  })
  expect(parsePasted('http://localhost:8080/d/7K3M9QXP')).toEqual({ target: 'path', path: '/d/7K3M9QXP' })
  expect(parsePasted('https://shop.example/cart')).toBeNull()
})

test.each([
  ['V8', 'TypeError: x is not a function\n    at total (https://shop.example/a.js:1:20)'],
  [
    'the console of Chrome',
    'Uncaught TypeError: x is not a function\n    at total (a.js:1:20)\n    at b.js:3:1',
  ],
  ['a promise', 'Uncaught (in promise) TypeError: x is not a function\n    at total (a.js:1:20)'],
  ['Firefox', 'Uncaught TypeError: x is not a function\ntotal@https://shop.example/a.js:1:20\n@b.js:2:3'],
])('a stack of %s has type, message and frames', (_name, text) => {
  expect(parsePasted(text)).toMatchObject({
    target: 'stack',
    type: 'TypeError',
    message: 'x is not a function',
    stacktrace: expect.stringContaining('total') as string,
  })
})

test('a message of several lines stays whole; frames alone are a stack as well', () => {
  const text = 'Error: first line\nsecond line\n    at total (a.js:1:20)'
  expect(parsePasted(text)).toMatchObject({ type: 'Error', message: 'first line\nsecond line' })
  expect(parsePasted('total@a.js:1:20\nshow@a.js:2:1')).toMatchObject({
    target: 'stack',
    type: '',
    message: '',
  })
})

test.each([
  'checkout',
  'TypeError cart',
  'service:shop at:noon',
  'mail me at ada@shop.example',
  '',
  'at home',
])('"%s" is text to search for', (text) => {
  expect(parsePasted(text)).toBeNull()
})
