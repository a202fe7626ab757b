// One throw, as V8 (Chrome, Edge, Node), Gecko (Firefox) and JavaScriptCore (Safari) tell it.
import { testGrouping, gecko, ORIGIN, jsc, v8, type Pair } from '../testing/grouping-cases.ts'

const same = (title: string, type: string, a: string, b: string): Pair => [
  title,
  { type, message: a },
  { type, message: b },
]

testGrouping(
  'the words of engines',
  [
    same(
      'a set on nothing',
      'TypeError',
      `Cannot set properties of undefined (setting 'total')`,
      `undefined is not an object (evaluating 'e.total = 5')`,
    ),
    same(
      'a place in a list of nothing',
      'TypeError',
      `Cannot read properties of undefined (reading '0')`,
      `can't access property 3, lines is undefined`,
    ),
    same(
      'a call through an import',
      'TypeError',
      '(0 , cart.total) is not a function',
      `(0,cart.total) is not a function. (In '(0,cart.total)(e)', '(0,cart.total)' is undefined)`,
    ),
    same(
      'a call of a member',
      'TypeError',
      'a.b(...).map is not a function',
      `t.b(e).map is not a function. (In 't.b(e).map(o)', 't.b(e).map' is undefined)`,
    ),
    same(
      'optional members',
      'TypeError',
      'basket?.lines.map is not a function',
      'e.lines.map is not a function',
    ),
    same(
      'a constructor',
      'TypeError',
      'shop.Basket is not a constructor',
      `undefined is not a constructor (evaluating 'new e.Basket(1)')`,
    ),
    same(
      'a callback',
      'TypeError',
      'undefined is not a function',
      'Array.prototype.map callback must be a function',
    ),
    same(
      'a class without new',
      'TypeError',
      `Class constructor Basket cannot be invoked without 'new'`,
      `class constructors must be invoked with 'new'`,
    ),
    same(
      'iteration',
      'TypeError',
      'undefined is not iterable (cannot read property Symbol(Symbol.iterator))',
      `undefined is not a function (near '...[first, second]...')`,
    ),
    same(
      'keys of nothing',
      'TypeError',
      'Cannot convert undefined or null to object',
      `can't convert undefined to object`,
    ),
    same(
      'in',
      'TypeError',
      `Cannot use 'in' operator to search for 'id' in undefined`,
      `right-hand side of 'in' should be an object, got undefined`,
    ),
    same(
      'a frozen object',
      'TypeError',
      `Cannot assign to read only property 'title' of object '#<Object>'`,
      '"title" is read-only',
    ),
    same(
      'a constant',
      'TypeError',
      'Assignment to constant variable.',
      'Attempted to assign to readonly property.',
    ),
    same(
      'an object that takes no more',
      'TypeError',
      'Cannot add property x, object is not extensible',
      'Attempting to define property on object that is not extensible.',
    ),
    same(
      'a name before it is there',
      'ReferenceError',
      `Cannot access 'basket' before initialization`,
      `can't access lexical declaration 'basket' before initialization`,
    ),
    same(
      'an answer that is no JSON',
      'SyntaxError',
      `Unexpected token 'N', "Not found" is not valid JSON`,
      'JSON Parse error: Unexpected identifier "Not"',
    ),
    same(
      'JSON that ends early',
      'SyntaxError',
      'Unexpected end of JSON input',
      'JSON.parse: unexpected end of data at line 1 column 1 of the JSON data',
    ),
    same(
      'JSON with something behind it',
      'SyntaxError',
      'Unexpected non-whitespace character after JSON at position 4',
      'JSON Parse error: Unable to parse JSON string',
    ),
    same(
      'a circle in JSON',
      'TypeError',
      `Converting circular structure to JSON\n    --> starting at object`,
      'JSON.stringify cannot serialize cyclic structures.',
    ),
    same(
      'a BigInt in JSON',
      'TypeError',
      'Do not know how to serialize a BigInt',
      `BigInt value can't be serialized in JSON`,
    ),
    same('a date that is none', 'RangeError', 'Invalid time value', 'invalid date'),
    same(
      'an address that is none',
      'TypeError',
      `Failed to construct 'URL': Invalid URL`,
      'URL constructor: shop is not a valid URL.',
    ),
    same('a malformed address', 'URIError', 'URI malformed', 'malformed URI sequence'),
    same(
      'a body read twice',
      'TypeError',
      `Failed to execute 'json' on 'Response': body stream already read`,
      'Response.json: Body has already been consumed.',
    ),
    same(
      'a missing export',
      'SyntaxError',
      `The requested module './a.js' does not provide an export named 'total'`,
      `Importing binding name 'total' is not found.`,
    ),
    same(
      'a wrong argument',
      'TypeError',
      `Failed to execute 'observe' on 'ResizeObserver': parameter 1 is not of type 'Element'.`,
      `Argument 1 ('target') to ResizeObserver.observe must be an instance of Element`,
    ),
    same(
      'a selector that is none',
      'SyntaxError',
      `Failed to execute 'querySelector' on 'Document': '#1' is not a valid selector.`,
      `Document.querySelector: '#2' is not a valid selector`,
    ),
    same(
      'a node that is elsewhere',
      'NotFoundError',
      `Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.`,
      'The object can not be found here.',
    ),
    same(
      'storage that is closed',
      'SecurityError',
      `Failed to read the 'localStorage' property from 'Window': Access is denied for this document.`,
      'The operation is insecure.',
    ),
    same(
      'a sound before a click',
      'NotAllowedError',
      `play() failed because the user didn't interact with the document first. https://goo.gl/xX8pDD`,
      'The request is not allowed by the user agent or the platform in the current context, possibly because the user denied permission.',
    ),
    same(
      'what cannot be cloned',
      'DataCloneError',
      `Failed to execute 'postMessage' on 'Worker': () => {} could not be cloned.`,
      'The object can not be cloned.',
    ),
    same(
      'a socket that is not open',
      'InvalidStateError',
      `Failed to execute 'send' on 'WebSocket': Still in CONNECTING state.`,
      'The object is in an invalid state.',
    ),
    [
      'storage that is full',
      {
        type: 'QuotaExceededError',
        message: `Failed to execute 'setItem' on 'Storage': Setting the value of 'basket' exceeded the quota.`,
      },
      { type: 'NS_ERROR_DOM_QUOTA_REACHED', message: 'The quota has been exceeded.' },
    ],
    same(
      'too many resizes',
      'Error',
      'ResizeObserver loop limit exceeded',
      'ResizeObserver loop completed with undelivered notifications.',
    ),
    same('a script of another site', 'Error', 'Script error.', 'Uncaught Script error'),
    same('no connection', 'TypeError', 'Failed to fetch', 'NetworkError when attempting to fetch resource.'),
    same(
      'no connection, with the host',
      'TypeError',
      'Failed to fetch (api.orders.example)',
      'Load failed (api.orders.example)',
    ),
    same('no connection, in Swedish', 'TypeError', 'Nätverksanslutningen förlorades.', 'Load failed'),
    same('no connection, in Portuguese', 'TypeError', 'A conexão de rede foi perdida.', 'Failed to fetch'),
    same('no connection, in Korean', 'TypeError', '네트워크 연결이 유실되었습니다.', 'Failed to fetch'),
    same('no connection, in Russian', 'TypeError', 'Сетевое соединение потеряно.', 'Failed to fetch'),
    [
      'no connection, through a client',
      { type: 'AxiosError', message: 'Network Error' },
      { type: 'TypeError', message: 'Load failed' },
    ],
    same(
      'a part that is gone',
      'TypeError',
      `'text/html' is not a valid JavaScript MIME type.`,
      'Failed to fetch dynamically imported module: https://orders.example/a.js',
    ),
    [
      'the constructor of an error on top',
      { type: 'StockError', message: 'none', stacktrace: v8('reserve a.js:1:2') },
      { type: 'StockError', message: 'none', stacktrace: gecko('StockError a.js:9:1', 'reserve a.js:1:2') },
    ],
    [
      'a nameless callback of a timer',
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
      'an awaited answer, where only the caller is of the application',
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
      'minified, with a name further out',
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
    same(
      'other functions',
      'TypeError',
      '(0 , cart.total) is not a function',
      '(0 , cart.clear) is not a function',
    ),
    same('other names', 'ReferenceError', 'gtag is not defined', 'dataLayer is not defined'),
    same(
      'other exports',
      'SyntaxError',
      `The requested module './a.js' does not provide an export named 'total'`,
      `Importing binding name 'tax' is not found.`,
    ),
    same(
      'a read and a call',
      'TypeError',
      `Cannot read properties of undefined (reading 'total')`,
      'e.total is not a function',
    ),
    same(
      'a broken script and a broken answer',
      'SyntaxError',
      `Unexpected token '}'`,
      'Unexpected end of JSON input',
    ),
    same(
      'the connection and a text that speaks of it',
      'Error',
      'Connection settings are missing',
      'Failed to fetch',
    ),
    [
      'a type of the DOM and one of the application',
      { type: 'NotFoundError', message: 'The object can not be found here.' },
      { type: 'NotFoundError', message: 'No such order' },
    ],
    [
      'minified, in two parts of the application',
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
