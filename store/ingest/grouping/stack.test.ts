import { describe, expect, test } from 'vitest'
import { culprit, framesOf } from './culprit.ts'
import { fileKey } from './file-key.ts'
import { functionKey } from './function-key.ts'
import { parseStack } from './stack.ts'

/** "async total https://shop.example/a.js 3:14": what is left out is null; `-` is no name. */
function print(stack: string): string[] {
  return parseStack(stack).map(({ async, isEvaluated, function: name, file, line, column }) =>
    [
      ...(async ? ['async'] : []),
      ...(isEvaluated ? ['evaluated'] : []),
      name || '-',
      file,
      ...(line === null ? [] : [column === null ? `${line}` : `${line}:${column}`]),
    ].join(' '),
  )
}

describe('lines of V8', () => {
  test.each([
    ['at sum (https://a.example/x.js:3:14)', 'sum https://a.example/x.js 3:14'],
    ['at async Basket.load (/app/x.ts:3:14)', 'async Basket.load /app/x.ts 3:14'],
    ['at https://a.example/x.js:3:14', '- https://a.example/x.js 3:14'],
    ['at new Basket (x.js:3:14)', 'Basket x.js 3:14'],
    ['at page (https://a.example/(shop)/[id]/x.js:1:2)', 'page https://a.example/(shop)/[id]/x.js 1:2'],
    ['at Array.map (<anonymous>)', 'Array.map <anonymous>'],
    ['at Promise.all (index 0)', 'Promise.all index 0'],
    // Written again by a program, or by V8 in React Native.
    ['at Basket.sum(webpack:///./src/x.jsx?:3:14)', 'Basket.sum webpack:///./src/x.jsx? 3:14'],
    ['at a.b [as c](x.js:3:14)', 'a.b [as c] x.js 3:14'],
    ['at Array.map(<anonymous>)', 'Array.map <anonymous>'],
    ['at (/app/x.js:3:14)', '- /app/x.js 3:14'],
    ['at Basket.load (async /app/x.js:3:14)', 'async Basket.load /app/x.js 3:14'],
    // Brackets in names and in paths.
    ['at Basket.sum (net) (/app/x.js:3:14)', 'Basket.sum (net) /app/x.js 3:14'],
    [String.raw`at sum (C:\Program Files (x86)\x.js:3:14)`, String.raw`sum C:\Program Files (x86)\x.js 3:14`],
    ['at sum(/srv/shop (old)/x.js:3:14)', 'sum /srv/shop (old)/x.js 3:14'],
    ['at sum (/srv/shop)/x.js:3:14)', 'sum /srv/shop)/x.js 3:14'],
    ['at sum (https://a.example/x.js:3:14', 'sum https://a.example/x.js 3:14'],
    ['at run@safari-extension:(//77AB/x.js:3:14)', 'run safari-extension://77AB/x.js 3:14'],
    // Hermes.
    ['at total (address at main.jsbundle:1:4711)', 'total main.jsbundle 1:4711'],
    ['at apply (native)', 'apply native'],
  ])('%s', (line, frame) => expect(print(`Error\n    ${line}`)).toEqual([frame]))
})

describe('lines of Gecko and JavaScriptCore', () => {
  test.each([
    ['sum@https://a.example/x.js:3:14', 'sum https://a.example/x.js 3:14'],
    ['async*load@https://a.example/lib@2/x.js:3:14', 'async load https://a.example/lib@2/x.js 3:14'],
    ['async load@https://a.example/x.js:3:14', 'async load https://a.example/x.js 3:14'],
    ['map@[native code]', 'map [native code]'],
    ['@@cart/ADD@https://a.example/@shop/x.js:3:14', '@@cart/ADD https://a.example/@shop/x.js 3:14'],
    ['obj["@sum"]@https://a.example/@shop/x.js:3:14', 'obj["@sum"] https://a.example/@shop/x.js 3:14'],
    ['obj["@sum"]@Scratchpad/1:3:14', 'obj["@sum"] Scratchpad/1 3:14'],
    ['https://ann@a.example/x.js:3:14', '- https://ann@a.example/x.js 3:14'],
  ])('%s', (line, frame) => expect(print(line)).toEqual([frame]))

  test('a file alone is a frame without a function if other lines are frames', () => {
    const lines = ['value@42.js:1:2', '17.js:1:2956', '[native code]', 'load@main.jsbundle:29:95']
    expect(print(lines.join('\n'))).toEqual([
      'value 42.js 1:2',
      '- 17.js 1:2956',
      '- [native code]',
      'load main.jsbundle 29:95',
    ])
    expect(print('Cannot read\nbasket.js:1:2')).toEqual([])
  })
})

test.each([
  ['at total (https://a.example/x.wasm:wasm-function[42]:0x1a3b)', 'total', '[42]:0x1a3b', 'x.wasm · total'],
  ['at https://a.example/x.wasm:wasm-function[42]:0x1a3b', '-', '[42]:0x1a3b', 'x.wasm'],
  ['total@https://a.example/x.wasm:wasm-function[7]:0x2b', 'total', '[7]:0x2b', 'x.wasm · total'],
  [
    'at map<int (Cart::*)(int) const>::call(int) (https://a.example/x.wasm:wasm-function[3]:0x9)',
    'map<int (Cart::*)(int) const>::call(int)',
    '[3]:0x9',
    'x.wasm · map<int (Cart::*)(int) const>::call(int)',
  ],
])('WebAssembly keeps module, index and offset: %s', (line, name, position, shown) => {
  expect(print(line)).toEqual([`${name} https://a.example/x.wasm:wasm-function${position}`])
  expect(culprit(line, 'https://a.example/')).toBe(shown)
})

test('WebAssembly of JavaScriptCore has no module', () => {
  expect(print('cart.wasm-function[total]@[wasm code]')).toEqual(['cart.wasm-function[total] [wasm code]'])
})

test.each([
  ['at sum (eval at run (https://a.example/x.js:3:14), <anonymous>:1:7)', 'sum', '3:14'],
  ['at sum (eval at a (eval at run (https://a.example/x.js:3:14)), <anonymous>:1:7)', 'sum', '3:14'],
  ['sum@https://a.example/x.js line 3 > eval:1:7', 'sum', '3'],
  ['sum@https://a.example/x.js line 3 > eval line 2 > Function:1:7', 'sum', '3'],
])('evaluated code shows the file that evaluates: %s', (line, name, position) => {
  expect(print(line)).toEqual([`evaluated ${name} https://a.example/x.js ${position}`])
})

test('other lines are not read as frames', () => {
  expect(parseStack('Error: wrote to ann@example.org\nline 4:5 is bad\n\n  and so on')).toEqual([])
  expect(parseStack('Expected\nat least one item (see the manual)\nat most two')).toEqual([])
  expect(parseStack('at Error: Blocked a frame with origin "(https://a.example" from access.)')).toEqual([])
})

test.each([
  ['https://a.example/assets/CheckoutForm-vRGJCjZY.js', 'CheckoutForm'],
  ['https://a.example/static/js/453.8f3a2b1c.chunk.js?v=2', ''],
  ['https://a.example/assets/checkout-settings.js', 'checkout-settings'],
  ['file:///C:/Program/resources/app.asar/dist/main.js', 'main'],
  ['https://a.example/orders/17', ''],
])('the file %s is %j', (file, key) => expect(fileKey(file)).toBe(key))

test.each([
  ['Object.total [as sum]', 'total'],
  ['loadAll/<', ''],
  ['total$1', 'total'],
  ['HTMLFormElement.<anonymous>', ''],
  ['e', ''],
  ['cIe', ''],
  ['cart.wasm-function[total]', 'total'],
  ['cart_bg.wasm.cart::total::h0123456789abcdef', 'cart::total'],
  ['run', 'run'],
])('the function %s is %j', (name, key) =>
  expect(functionKey({ function: name, file: 'https://a.example/x.js' })).toBe(key),
)

test.each(['fn0', 'go', 'a1b'])('the function %s of a source file is no minified name', (name) => {
  const files = ['src/cart.ts', 'src/app/(shop)/cart.js', 'http://localhost:5173/src/cart.tsx?t=17']
  expect(files.map((file) => functionKey({ function: name, file }))).toEqual([name, name, name])
})

test('the header that Node writes above an uncaught error has no frame', () => {
  const header = 'file:///app/server.mjs:12\n  throw new Error("x")\n        ^\n\nError: x\n'
  const web = 'https://a.example/assets/cart-a1b2c3d4.js:1\nconst a=1\n      ^\n\nError: x\n'
  const frames = '    at total (https://a.example/assets/cart-a1b2c3d4.js:1:77)\n'
  expect(print(header + frames)).toEqual(['total https://a.example/assets/cart-a1b2c3d4.js 1:77'])
  expect(print(web + frames)).toEqual(['total https://a.example/assets/cart-a1b2c3d4.js 1:77'])
})

test('the culprit is the first own frame', () => {
  const stack = `Error\n    at run (node_modules/lib/run.js:1:1)\n    at sum (https://a.example/basket-Dk3fA9x_.js:1:2)`
  expect(culprit(stack, 'https://a.example/')).toBe('basket.js · sum')
  expect(culprit('', '')).toBe('')
})

test.each([
  ['at handler (https://a.example/_next/static/chunks/0xolkgbqcx3m4.js:1:2)', 'handler'],
  ['at handler (/app/[root-of-the-server]__0ozy8rg0we-3m._.js:1:2)', '[root-of-the-server].js · handler'],
  ['at a (https://a.example/js/4712-99ffee7766554433.js:1:2)', ''],
  ['at a (https://a.example/_nuxt/C9dk2Qz7.js:1:2)', ''],
  ['at a (https://a.example/3.Qw3rTy9z.js:1:2)\nat load (https://a.example/b.js:1:2)', 'b.js · load'],
])('the culprit has no name that changes with the next deploy: %s', (stack, title) => {
  expect(culprit(stack, 'https://a.example/')).toBe(title)
})

test.each([
  ['the script of the monitor', 'at o (https://a.example/monitoring.js:1:2)'],
  ['a chunk of it', 'at o (https://errata.a.example/monitoring/later-Dk3fA9x_.js:1:2)'],
  ['its wrapper of fetch in a bundle', 'at async errataFetch (https://a.example/index-Dk3fA9x_.js:1:2)'],
  ['its wrapper of requests in a bundle', 'at errataRequest.send (https://a.example/index-Dk3fA9x_.js:1:2)'],
])('the culprit is not %s', (_, line) => {
  const stack = `TypeError: Failed to fetch\n    ${line}\n    at load (https://a.example/basket.js:1:2)`
  expect(culprit(stack, 'https://a.example/')).toBe('basket.js · load')
  expect(framesOf(stack, 'https://a.example/').map(({ inApp }) => inApp)).toEqual([false, true])
})
