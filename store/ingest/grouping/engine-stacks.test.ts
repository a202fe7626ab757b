// Stacks of one exception in V8 (Chrome, Edge, Node), Gecko (Firefox) and JavaScriptCore (Safari).
import { testGrouping, gecko, ORIGIN, jsc, v8, type Pair } from '../../testing/grouping-cases.ts'

const stacks = (title: string, a: string, b: string, details = { type: 'Error', message: 'x' }): Pair => [
  title,
  { ...details, stacktrace: a },
  { ...details, stacktrace: b },
]
const NO_JSON = { type: 'SyntaxError', message: 'Unexpected end of JSON input' }
const NO_LENGTH = {
  type: 'TypeError',
  message: `Cannot read properties of undefined (reading 'length')`,
}

testGrouping(
  'stacks of engines',
  [
    stacks(
      'the constructor of an error as the first frame',
      v8('reserve a.js:1:2'),
      gecko('StockError a.js:9:1', 'reserve a.js:1:2'),
      { type: 'StockError', message: 'none' },
    ),
    stacks('an anonymous callback of a timer', v8('- a.js:1:2'), gecko('loadAll/< a.js:1:2')),
    stacks(
      'a getter',
      v8('Basket.get total [as total] a.js:1:2', 'show a.js:1:2'),
      jsc('total a.js:1:2', 'show a.js:1:2'),
    ),
    stacks(
      'native frames and module code',
      v8('rowOf a.js:1:2', 'Array.map <anonymous>', 'tableOf a.js:1:2', '- a.js:9:9'),
      jsc('rowOf a.js:1:2', 'map [native code]', 'tableOf a.js:1:2', 'module code a.js:9:9'),
    ),
    [
      'an awaited response, where only the caller is a frame of the application',
      { ...NO_JSON, stacktrace: v8('JSON.parse <anonymous>', 'async loadBasket a.js:1:2') },
      {
        type: 'SyntaxError',
        message: 'JSON Parse error: Unexpected EOF',
        stacktrace: jsc('parse [native code]', 'loadBasket a.js:1:2'),
      },
    ],
    [
      'WebAssembly',
      {
        type: 'RuntimeError',
        message: 'unreachable',
        stacktrace: v8(`shop.total ${ORIGIN}/shop_bg.wasm:wasm-function[12]:0x1a3f`, 'sum a.js:1:2'),
      },
      {
        type: 'RuntimeError',
        message: 'unreachable executed',
        stacktrace: gecko(`total ${ORIGIN}/shop_bg.wasm:wasm-function[31]:0x2b`, 'sum a.js:1:2'),
      },
    ],
    stacks(
      'evaluated code',
      v8('run a.js:1:2', 'start a.js:1:2').replace(
        '    at run',
        `    at eval (eval at run (${ORIGIN}/a.js:1:2), <anonymous>:1:7)\n    at run`,
      ),
      `@${ORIGIN}/a.js line 1 > eval:1:7\n${gecko('run a.js:1:2', 'start a.js:1:2')}`,
    ),
    [
      'a minified name, with a readable name in an outer frame',
      {
        type: 'TypeError',
        message: `Cannot read properties of undefined (reading 'net')`,
        stacktrace: v8('ue a-Dk3fA9x_.js:1:2', 'openBasket a-Dk3fA9x_.js:1:9'),
      },
      {
        type: 'TypeError',
        message: `undefined is not an object (evaluating 'e.net')`,
        stacktrace: jsc('ue a-Dk3fA9x_.js:1:2'),
      },
    ],
  ],
  [
    stacks(
      'minified names in two chunks of the application',
      v8('t basket-Dk3fA9x_.js:1:2'),
      v8('t search-Dk3fA9x_.js:1:2'),
      NO_LENGTH,
    ),
    stacks(
      'JSON of two callers',
      v8('JSON.parse <anonymous>', 'readBasket a.js:1:2'),
      v8('JSON.parse <anonymous>', 'readUser a.js:1:2'),
      NO_JSON,
    ),
  ],
)
