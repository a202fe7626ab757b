// Stacks of one exception in V8 (Chrome, Edge, Node), Gecko (Firefox) and JavaScriptCore (Safari).
import { testGrouping, gecko, ORIGIN, jsc, v8 } from '../../testing/grouping-cases.ts'

testGrouping(
  'stacks of engines',
  [
    [
      'the constructor of an error as the first frame',
      { type: 'StockError', message: 'none', stacktrace: v8('reserve a.js:1:2') },
      { type: 'StockError', message: 'none', stacktrace: gecko('StockError a.js:9:1', 'reserve a.js:1:2') },
    ],
    [
      'an anonymous callback of a timer',
      { message: 'late', stacktrace: v8('- a.js:1:2') },
      { message: 'late', stacktrace: gecko('loadAll/< a.js:1:2') },
    ],
    [
      'a getter',
      { message: 'x', stacktrace: v8('Basket.get total [as total] a.js:1:2', 'show a.js:1:2') },
      { message: 'x', stacktrace: jsc('total a.js:1:2', 'show a.js:1:2') },
    ],
    [
      'native frames and module code',
      {
        message: 'x',
        stacktrace: v8('rowOf a.js:1:2', 'Array.map <anonymous>', 'tableOf a.js:1:2', '- a.js:9:9'),
      },
      {
        message: 'x',
        stacktrace: jsc('rowOf a.js:1:2', 'map [native code]', 'tableOf a.js:1:2', 'module code a.js:9:9'),
      },
    ],
    [
      'an awaited response, where only the caller is a frame of the application',
      {
        type: 'SyntaxError',
        message: 'Unexpected end of JSON input',
        stacktrace: v8('JSON.parse <anonymous>', 'async loadBasket a.js:1:2'),
      },
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
        stacktrace: v8(
          'shop.total https://orders.example/shop_bg.wasm:wasm-function[12]:0x1a3f',
          'sum a.js:1:2',
        ),
      },
      {
        type: 'RuntimeError',
        message: 'unreachable executed',
        stacktrace: gecko('total https://orders.example/shop_bg.wasm:wasm-function[31]:0x2b', 'sum a.js:1:2'),
      },
    ],
    [
      'evaluated code',
      {
        message: 'x',
        stacktrace: v8('run a.js:1:2', 'start a.js:1:2').replace(
          '    at run',
          `    at eval (eval at run (${ORIGIN}/a.js:1:2), <anonymous>:1:7)\n    at run`,
        ),
      },
      {
        message: 'x',
        stacktrace: `@${ORIGIN}/a.js line 1 > eval:1:7\n${gecko('run a.js:1:2', 'start a.js:1:2')}`,
      },
    ],
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
    [
      'minified names in two chunks of the application',
      {
        type: 'TypeError',
        message: `Cannot read properties of undefined (reading 'length')`,
        stacktrace: v8('t basket-Dk3fA9x_.js:1:2'),
      },
      {
        type: 'TypeError',
        message: `Cannot read properties of undefined (reading 'length')`,
        stacktrace: v8('t search-Dk3fA9x_.js:1:2'),
      },
    ],
    [
      'JSON of two callers',
      {
        type: 'SyntaxError',
        message: 'Unexpected end of JSON input',
        stacktrace: v8('JSON.parse <anonymous>', 'readBasket a.js:1:2'),
      },
      {
        type: 'SyntaxError',
        message: 'Unexpected end of JSON input',
        stacktrace: v8('JSON.parse <anonymous>', 'readUser a.js:1:2'),
      },
    ],
  ],
)
