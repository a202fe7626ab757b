// Functions are named as their authors would: in every language, engine and builder the same.
import { expect, test } from 'vitest'
import type { Position } from './worker/messages.ts'
import { encodeMappings, mapJson, resolveOnce } from '../../testing/source-map.ts'

/** "|" is the position. */
const CASES: [file: string, source: string, name: string][] = [
  ['a.js', 'function total() { | }', 'total'],
  ['a.js', 'function total() { rows.map((row) => row.|price) }', 'total'],
  ['a.js', 'function total() { new Promise(function () { | }) }', 'total'],
  ['a.js', 'function outer() { function inner() { | } }', 'inner'],
  ['a.js', 'function outer() { function inner() {} | }', 'outer'],
  ['a.js', 'function total() {} |', ''],
  ['a.js', 'const total = (rows) => |rows.price', 'total'],
  ['a.js', 'const total = async function () { await |rows }', 'total'],
  ['a.js', 'const a = function total() { |; }', 'total'],
  ['a.js', 'let total; total = () => { |; }', 'total'],
  ['a.js', 'function Cart({ onPay = () => { |; } }) {}', 'onPay'],
  ['a.js', 'const total = cached ?? (() => { |; })', 'total'],
  ['a.js', 'const total = (store) => (next) => (action) => |next(action)', 'total'],
  ['a.js', 'exports.total = function () { |; }', 'total'],
  ['a.js', 'module.exports = function () { |; }', 'default'],
  ['a.js', 'Cart.prototype.total = function () { |; }', 'Cart.total'],
  ['a.js', 'class Cart { total() { |; } }', 'Cart.total'],
  ['a.js', 'class Cart { constructor() { |; } }', 'new Cart'],
  ['a.js', 'class Cart { get total() { |; } }', 'Cart.total'],
  ['a.js', 'class Cart { static from() { |; } }', 'Cart.from'],
  ['a.js', 'class Cart { #total() { |; } }', 'Cart.#total'],
  ['a.js', 'class Cart { total = () => { |; } }', 'Cart.total'],
  ['a.js', 'class Cart { total = |sum(rows) }', 'new Cart'],
  ['a.js', 'class Cart { static total = |sum(rows) }', 'static Cart'],
  ['a.js', 'class Cart { static { |; } }', 'static Cart'],
  ['a.js', 'class Cart { constructor() { this.total = () => { |; } } }', 'total'],
  ['a.js', 'class Cart { *[Symbol.iterator]() { |; } }', 'Cart.iterator'],
  ['a.js', 'const Cart = class { total() { |; } }', 'Cart.total'],
  ['a.js', 'export default class { total() { |; } }', 'default.total'],
  ['a.js', 'export default function () { |; }', 'default'],
  ['a.js', 'export default () => { |; }', 'default'],
  ['a.js', 'export default { setup() { |; } }', 'setup'],
  ['a.js', 'export default { methods: { pay() { |; } } }', 'methods.pay'],
  ['a.js', 'export const total = () => { |; }', 'total'],
  ['a.js', 'const api = { load() { |; } }', 'api.load'],
  ['a.js', 'const api = { load: async () => { |; } }', 'api.load'],
  ['a.js', 'const api = { cart: { "load-all": () => { |; } } }', 'cart.load-all'],
  ['a.js', 'function makeApi() { return { load() { |; } } }', 'load'],
  ['a.js', 'function Cart() { useQuery({ queryFn: () => { |; } }) }', 'queryFn'],
  ['a.jsx', 'function Cart() { return <button onClick={() => |pay()} /> }', 'onClick'],
  ['a.jsx', 'function Cart() { return <List>{(row) => <Row price={row.|price} />}</List> }', 'Cart'],
  ['a.jsx', 'const Cart = () => { useEffect(() => { |; }, []) }', 'Cart'],
  ['a.tsx', 'const Cart = memo<Props>(({ rows }) => { |; })', 'Cart'],
  ['a.tsx', 'const Cart = forwardRef(function Basket() { |; })', 'Basket'],
  ['a.tsx', 'function Cart() { const pay = useCallback(() => { |; }, []) }', 'pay'],
  ['a.tsx', 'function Cart() { const prices = rows.map((row) => row.|price) }', 'Cart'],
  ['a.ts', 'async function load() { const rows = await retry(() => |get()) }', 'load'],
  ['a.ts', 'const total = ((rows: Row[]): number => { |; }) satisfies Sum as Sum', 'total'],
  ['a.ts', 'class Cart<T extends Row> { @observable private total = <U,>(a: U) => { |; } }', 'Cart.total'],
  ['a.ts', 'namespace Shop { export function total(this: Cart): void { |; } }', 'total'],
  ['a.mts', 'abstract class Cart { abstract pay(): void; total(private a?: string) { |; } }', 'Cart.total'],
  ['a.js', '// @flow\nfunction total(rows: ?Array<Row>): number { |; }', 'total'],
  ['a.cjs', 'with (cart) { var total = function () { |; } }', 'total'],
  ['a.js', 'const total: number = 1; function pay(): void { |; }', 'pay'],
  [
    'a.vue',
    '<template>\n<p @click="pay" />\n</template>\n<script setup lang="ts">\nconst pay = () => { |; }\n</script>',
    'pay',
  ],
  [
    'a.vue',
    '<script>\nexport default {\n methods: { pay() { |; } } }\n</script>\n<template></template>',
    'methods.pay',
  ],
  [
    'a.svelte',
    '<script>let a</script>\n<script lang="ts">\nfunction pay(a: string) { |; }\n</script>\n<p>{a}</p>',
    'pay',
  ],
  ['a.astro', '---\nfunction total(a: string) { |; }\n---\n<p>function other() {</p>', 'total'],
  ['a.js', 'function total() { let a; let a; |; }', 'total'],
  ['a.elm', 'total = |price', ''],
  ['node_modules/a/a.js', 'function t() { |; }', ''],
  ['node_modules/a/a.js', 'function total() { |; }', 'total'],
  ['a.js', '/* 🛒 */ const a = "中"; function total() { |; }', 'total'],
]

test('the function around a position', async () => {
  const sources = CASES.map(([file]) => file)
  const mappings = encodeMappings([
    CASES.map(([, source], index) => {
      const lines = source.slice(0, source.indexOf('|')).split('\n')
      return [index, index, lines.length - 1, lines.at(-1)?.length ?? 0]
    }),
  ])
  const json = mapJson({
    sources,
    sourcesContent: CASES.map(([, source]) => source.replace('|', '')),
    mappings,
  })
  const positions = CASES.map((_, index) => ({ map: 'map', line: 1, column: index + 1 }))
  const frames = await resolveOnce({ map: json }, positions)
  const actual = CASES.map(([file, source], index) => [file, source, frames[index]?.function])
  expect(actual).toEqual(CASES)
})

const at = (column: number, isCalledByNext: boolean): Position => ({
  map: 'map',
  line: 1,
  column,
  isCalledByNext,
})

test('without the source, the call in the next frame names the function', async () => {
  const json = mapJson({
    sources: ['cart.ts'],
    names: ['total', 'showCart'],
    mappings: encodeMappings([
      [
        [0, 0, 4, 2],
        [10, 0, 8, 4, 0],
        [20, 0, 12, 4, 1],
      ],
    ]),
  })
  const frames = await resolveOnce({ map: json }, [at(1, true), at(11, true), at(21, false), at(11, false)])
  expect(frames.map((frame) => frame?.function)).toEqual(['total', 'showCart', '', ''])
})
