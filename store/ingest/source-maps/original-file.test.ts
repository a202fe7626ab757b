// Files of a map have the name that people know, in the next deploy and with another bundler as well.
import { expect, test } from 'vitest'
import { fileKey } from '../grouping/file-key.ts'
import { ownerOf } from '../grouping/owner.ts'
import { encodeMappings, mapJson, resolveOnce } from '../../testing/source-map.ts'

const CASES: [source: string, file: string, sourceRoot?: string][] = [
  ['src/cart/total.ts', 'src/cart/total.ts'],
  ['./src/cart/total.ts', 'src/cart/total.ts'],
  ['../../src/cart/total.ts', 'src/cart/total.ts'],
  ['webpack://shop/./src/cart/total.ts', 'src/cart/total.ts'],
  ['webpack://@acme/shop/./src/cart/total.ts', 'src/cart/total.ts'],
  ['webpack:///./src/cart/total.ts?5a1b', 'src/cart/total.ts'],
  ['webpack://_N_E/src/cart/total.ts?5a1b', 'src/cart/total.ts'],
  ['webpack-internal:///(app-pages-browser)/./src/cart/total.ts', 'src/cart/total.ts'],
  ['turbopack:///[project]/src/cart/total.ts', 'src/cart/total.ts'],
  ['turbopack:///[project]/src/app/%5Bid%5D/page.tsx', 'src/app/[id]/page.tsx'],
  ['/home/ci/build-1/src/cart/total.ts', 'src/cart/total.ts'],
  ['file:///home/ci/build-2/src/cart/total.ts', 'src/cart/total.ts'],
  ['/usr/src/app/src/cart/total.ts', 'src/cart/total.ts'],
  ['C:\\build\\src\\cart\\total.ts', 'src/cart/total.ts'],
  ['cart/total.ts', 'src/cart/total.ts', '/home/ci/src'],
  ['cart/total.ts', 'src/cart/total.ts', 'webpack://shop/src/'],
  ['/builds/acme/7f3a/app/cart/total.ts', 'app/cart/total.ts'],
  ['https://shop.example/src/cart/total.ts', 'src/cart/total.ts'],
  ['ng:///src/cart/total.ts', 'src/cart/total.ts'],
  ['../../src/Cart.vue?vue&type=script&setup=true&lang.ts', 'src/Cart.vue'],
  ['webpack://shop/./src/app/(shop)/page.tsx', 'src/app/(shop)/page.tsx'],
  ['../../../../etc/passwd.js', 'etc/passwd.js'],
  ['src/../../../total.ts', 'total.ts'],
  ['src/\u202etotal\u0007.ts', 'src/total.ts'],
  ['../../node_modules/react-dom/cjs/react-dom.js', 'node_modules/react-dom/cjs/react-dom.js'],
  ['webpack://shop/./node_modules/react-dom/index.js', 'node_modules/react-dom/index.js'],
  ['/home/ci/node_modules/.pnpm/vue@3.5.0/node_modules/vue/index.js', 'node_modules/vue/index.js'],
  ['turbopack:///[project]/node_modules/next/dist/client/index.js', 'node_modules/next/dist/client/index.js'],
  ['turbopack:///[turbopack]/browser/runtime/base.ts', 'node_modules/turbopack/browser/runtime/base.ts'],
  ['../../node_modules/%40acme/ui/index.js', 'node_modules/@acme/ui/index.js'],
  ['webpack://shop/webpack/bootstrap', 'node_modules/webpack/bootstrap'],
  ['../../\0vite/preload-helper.js', 'node_modules/vite/preload-helper.js'],
  ['\0/home/ci/build/node_modules/a/index.js?commonjs-module', 'node_modules/a/index.js'],
  ['\0/home/ci/build/src/total.js?commonjs-es-import', 'src/total.js'],
  ['virtual:pwa-register', 'node_modules/pwa-register'],
]

test('the name of a file is resolved', async () => {
  const sections = CASES.map(([source, , sourceRoot], line) => ({
    offset: { line, column: 0 },
    map: { version: 3, sources: [source], sourceRoot, mappings: encodeMappings([[[0, 0, 0, 0]]]) },
  }))
  const positions = CASES.map((_, line) => ({ map: 'map', line: line + 1, column: 1 }))
  const frames = await resolveOnce({ map: mapJson({ sections }) }, positions)
  const files = frames.map((frame) => frame?.file ?? '')
  expect(files).toEqual(CASES.map(([, file]) => file))
  const frame = { function: 'total', line: 1, column: 1, async: false, isEvaluated: false }
  const owners = files.map((file) => ownerOf({ ...frame, file }, 'https://shop.example/'))
  expect(owners).toEqual(files.map((file) => (file.startsWith('node_modules/') ? 'library' : 'own')))
  const keys = files.filter((file) => file.endsWith('/total.ts')).map(fileKey)
  expect(new Set(keys.filter((key) => key.startsWith('cart')))).toEqual(new Set(['cart/total']))
})
