// Messages of one exception in V8 (Chrome, Edge, Node), Gecko (Firefox) and JavaScriptCore (Safari).
import { testGrouping, type Pair } from '../../testing/grouping-cases.ts'

/** Of each pair a line "title: type", and a line for each message. */
const SAME = `
a property set on undefined: TypeError
  Cannot set properties of undefined (setting 'total')
  undefined is not an object (evaluating 'e.total = 5')
an index of undefined: TypeError
  Cannot read properties of undefined (reading '0')
  can't access property 3, lines is undefined
destructuring of undefined: TypeError
  Cannot destructure property 'total' of 'e[e.length]' as it is undefined.
  t[t.length] is undefined
destructuring of a counted element: TypeError
  Right side of assignment cannot be destructured
  D[(inc (tonumeric e))] is undefined
a call of an imported function: TypeError
  (0 , cart.total) is not a function
  (0,cart.total) is not a function. (In '(0,cart.total)(e)', '(0,cart.total)' is undefined)
a call of a member: TypeError
  a.b(...).map is not a function
  t.b(e).map is not a function. (In 't.b(e).map(o)', 't.b(e).map' is undefined)
optional chaining: TypeError
  basket?.lines.map is not a function
  e.lines.map is not a function
a constructor: TypeError
  shop.Basket is not a constructor
  undefined is not a constructor (evaluating 'new e.Basket(1)')
a callback: TypeError
  undefined is not a function
  Array.prototype.map callback must be a function
a class without new: TypeError
  Class constructor Basket cannot be invoked without 'new'
  class constructors must be invoked with 'new'
iteration: TypeError
  undefined is not iterable (cannot read property Symbol(Symbol.iterator))
  undefined is not a function (near '...[first, second]...')
keys of undefined: TypeError
  Cannot convert undefined or null to object
  can't convert undefined to object
the operator in: TypeError
  Cannot use 'in' operator to search for 'id' in undefined
  right-hand side of 'in' should be an object, got undefined
a frozen object: TypeError
  Cannot assign to read only property 'title' of object '#<Object>'
  "title" is read-only
a constant: TypeError
  Assignment to constant variable.
  Attempted to assign to readonly property.
an object that is not extensible: TypeError
  Cannot add property x, object is not extensible
  Attempting to define property on object that is not extensible.
a variable before its initialization: ReferenceError
  Cannot access 'basket' before initialization
  can't access lexical declaration 'basket' before initialization
a response that is not JSON: SyntaxError
  Unexpected token 'N', "Not found" is not valid JSON
  JSON Parse error: Unexpected identifier "Not"
JSON that ends early: SyntaxError
  Unexpected end of JSON input
  JSON.parse: unexpected end of data at line 1 column 1 of the JSON data
JSON with text after it: SyntaxError
  Unexpected non-whitespace character after JSON at position 4
  JSON Parse error: Unable to parse JSON string
a BigInt in JSON: TypeError
  Do not know how to serialize a BigInt
  BigInt value can't be serialized in JSON
an invalid date: RangeError
  Invalid time value
  invalid date
an invalid URL: TypeError
  Failed to construct 'URL': Invalid URL
  URL constructor: shop is not a valid URL.
a malformed URI: URIError
  URI malformed
  malformed URI sequence
a body read twice: TypeError
  Failed to execute 'json' on 'Response': body stream already read
  Response.json: Body has already been consumed.
a missing export: SyntaxError
  The requested module './a.js' does not provide an export named 'total'
  Importing binding name 'total' is not found.
a wrong argument: TypeError
  Failed to execute 'observe' on 'ResizeObserver': parameter 1 is not of type 'Element'.
  Argument 1 ('target') to ResizeObserver.observe must be an instance of Element
an invalid selector: SyntaxError
  Failed to execute 'querySelector' on 'Document': '#1' is not a valid selector.
  Document.querySelector: '#2' is not a valid selector
a node of another parent: NotFoundError
  Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.
  The object can not be found here.
storage without permission: SecurityError
  Failed to read the 'localStorage' property from 'Window': Access is denied for this document.
  The operation is insecure.
a value that cannot be cloned: DataCloneError
  Failed to execute 'postMessage' on 'Worker': () => {} could not be cloned.
  The object can not be cloned.
a socket that is not open: InvalidStateError
  Failed to execute 'send' on 'WebSocket': Still in CONNECTING state.
  The object is in an invalid state.
notifications of a ResizeObserver: Error
  ResizeObserver loop limit exceeded
  ResizeObserver loop completed with undelivered notifications.
a script of another site: Error
  Script error.
  Uncaught Script error
no connection: TypeError
  Failed to fetch
  NetworkError when attempting to fetch resource.
no connection, with the host: TypeError
  Failed to fetch (api.orders.example)
  Load failed (api.orders.example)
no connection, in Swedish: TypeError
  Nätverksanslutningen förlorades.
  Load failed
no connection, in Portuguese: TypeError
  A conexão de rede foi perdida.
  Failed to fetch
no connection, in Korean: TypeError
  네트워크 연결이 유실되었습니다.
  Failed to fetch
no connection, in Russian: TypeError
  Сетевое соединение потеряно.
  Failed to fetch
a chunk that does not exist: TypeError
  'text/html' is not a valid JavaScript MIME type.
  Failed to fetch dynamically imported module: https://orders.example/a.js
`

const DIFFERENT = `
other functions: TypeError
  (0 , cart.total) is not a function
  (0 , cart.clear) is not a function
other names: ReferenceError
  gtag is not defined
  dataLayer is not defined
other exports: SyntaxError
  The requested module './a.js' does not provide an export named 'total'
  Importing binding name 'tax' is not found.
a read and a call: TypeError
  Cannot read properties of undefined (reading 'total')
  e.total is not a function
a syntax error in a script and in a response: SyntaxError
  Unexpected token '}'
  Unexpected end of JSON input
no connection and a message about connections: Error
  Connection settings are missing
  Failed to fetch
`

testGrouping(
  'messages of engines',
  [
    ...readPairs(SAME),
    [
      'a circular structure in JSON',
      { type: 'TypeError', message: `Converting circular structure to JSON\n    --> starting at object` },
      { type: 'TypeError', message: 'JSON.stringify cannot serialize cyclic structures.' },
    ],
    [
      'a sound before a user gesture',
      {
        type: 'NotAllowedError',
        message: `play() failed because the user didn't interact with the document first. https://goo.gl/xX8pDD`,
      },
      {
        type: 'NotAllowedError',
        message:
          'The request is not allowed by the user agent or the platform in the current context, ' +
          'possibly because the user denied permission.',
      },
    ],
    [
      'storage that is full',
      {
        type: 'QuotaExceededError',
        message:
          "Failed to execute 'setItem' on 'Storage': Setting the value of 'basket' exceeded the quota.",
      },
      { type: 'NS_ERROR_DOM_QUOTA_REACHED', message: 'The quota has been exceeded.' },
    ],
    [
      'no connection, from an HTTP client',
      { type: 'AxiosError', message: 'Network Error' },
      { type: 'TypeError', message: 'Load failed' },
    ],
  ],
  [
    ...readPairs(DIFFERENT),
    [
      'a type of the DOM and one of the application',
      { type: 'NotFoundError', message: 'The object can not be found here.' },
      { type: 'NotFoundError', message: 'No such order' },
    ],
  ],
)

function readPairs(table: string): Pair[] {
  const lines = table.trim().split('\n')
  return Array.from({ length: lines.length / 3 }, (_, index): Pair => {
    const [head = '', a = '', b = ''] = lines.slice(3 * index).map((line) => line.trim())
    const [title = '', type = ''] = head.split(': ')
    return [title, { type, message: a }, { type, message: b }]
  })
}
