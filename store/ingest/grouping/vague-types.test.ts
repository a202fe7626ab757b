// A type that says only that something was thrown, and messages that are a code.
import { testGrouping, type Pair } from '../../testing/grouping-cases.ts'

const codes = (title: string, a: string, b: string): Pair => [title, { message: a }, { message: b }]

/** By our SDK, and by Sentry's. */
const rejected = (title: string, type: string, value: string): Pair => [
  title,
  { type, message: value },
  { type: 'UnhandledRejection', message: `Non-Error promise rejection captured with value: ${value}` },
]

testGrouping(
  'types and codes',
  [
    [
      'a sentence of the engine without its type',
      { type: 'Error', message: 'undefined is not a function' },
      { type: 'Error', message: 'TypeError: undefined is not a function' },
    ],
    rejected('a rejected text', 'string', 'the card was declined'),
    rejected('a rejection without a value', 'undefined', 'undefined'),
    rejected('a rejected number', 'number', '402'),
    [
      'a thrown text',
      { type: 'string', message: 'payment declined' },
      { type: 'Error', message: 'payment declined' },
    ],
    [
      'a sentence of the engine with a type that says nothing',
      { type: '', message: `Can't find variable: gtag` },
      { type: 'ReferenceError', message: 'gtag is not defined' },
    ],
  ],
  [
    codes(
      'other codes of Svelte',
      'https://svelte.dev/e/effect_update_depth_exceeded',
      'https://svelte.dev/e/state_unsafe_mutation',
    ),
    codes(
      'other codes of Redux',
      'Minified Redux error #3; visit https://redux.js.org/Errors?code=3 for the full message',
      'Minified Redux error #12; visit https://redux.js.org/Errors?code=12 for the full message',
    ),
    [
      'two rejected texts',
      rejected('', '', 'the card was declined')[2],
      rejected('', '', 'the shelf is empty')[2],
    ],
    [
      'the same sentence of two types of the DOM',
      { type: 'SecurityError', message: 'The operation is insecure.' },
      { type: 'NotSupportedError', message: 'The operation is not supported.' },
    ],
  ],
)
