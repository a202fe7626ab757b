import { expect, test } from 'vitest'
import { originOf, type Origin } from './origin.ts'

const url = 'https://shop.example/basket?step=2'
const at = (...places: string[]): string =>
  ['Error: It broke', ...places.map((position) => `    at run (${position}:1:200)`)].join('\n')

test.each<[Origin, string, { message?: string; stacktrace?: string }]>([
  [
    'own',
    'a chunk of the application',
    { stacktrace: at('https://cdn.shop.example/assets/basket-Dk3fA9x_.js') },
  ],
  [
    'own',
    'a function of the engine, called by the application',
    { stacktrace: at('<anonymous>', 'https://shop.example/assets/app.js') },
  ],
  [
    'dependency',
    'a package',
    { stacktrace: at('webpack:///node_modules/chart/index.js', 'https://shop.example/assets/app.js') },
  ],
  [
    'third party',
    'a script of another site',
    { stacktrace: at('https://tags.other.example/tag.js', 'https://shop.example/assets/app.js') },
  ],
  ['third party', 'a script that browsers tell nothing of', { message: 'Script error.' }],
  ['extension', 'an extension', { stacktrace: at('chrome-extension://abcdef/content.js') }],
  ['inline', 'a script in the page', { stacktrace: at('https://shop.example/basket?step=1') }],
  [
    'stale chunk',
    'a part of a previous deploy',
    { message: 'Failed to fetch dynamically imported module: https://shop.example/assets/old.js' },
  ],
  ['offline', 'the connection', { message: 'Failed to fetch' }],
  ['', 'nothing that tells', {}],
])('%s: %s', (origin, _, { message = 'It broke', stacktrace = '' }) => {
  expect(originOf({ type: 'TypeError', message, stacktrace, url })).toBe(origin)
})
