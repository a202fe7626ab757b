import { expect, test } from 'vitest'
import type { Frame } from '../../../../../contract/issues.ts'
import { uploadCommand } from '../../maps/upload-command.tsx'
import { builtFrame, unmappedScripts } from './stack-view.ts'

const frame = (file: string, more: Partial<Frame> = {}): Frame => ({
  function: 'f',
  file,
  line: 1,
  column: 2,
  inApp: true,
  ...more,
})

test('scripts without a source map are listed once; sources and package code are not', () => {
  const raw = { function: 't', file: 'https://a.example/b.js', line: 1, column: 9 }
  expect(
    unmappedScripts([
      frame('https://a.example/assets/a.js?v=2'),
      frame('https://a.example/assets/a.js'),
      frame('src/b.ts', { raw }),
      frame('http://localhost:5173/src/main.tsx'),
      frame('https://cdn.example/lib.js', { inApp: false }),
      frame('[native code]'),
    ]),
  ).toEqual(['/assets/a.js'])
})

test('the built code of a mapped frame is the code that the browser ran', () => {
  const raw = { function: 't', file: 'https://a.example/b.js', line: 1, column: 9 }
  const context = { before: [], line: 'x', after: [] }
  expect(builtFrame(frame('src/b.ts', { raw, context }))).toEqual({ ...raw, inApp: true })
  expect(builtFrame(frame('b.js'))).toEqual(frame('b.js'))
})

test('a name from a page cannot break out of the quotes of the command', () => {
  const command = uploadCommand({ service: "a'; rm -rf ~ #", release: '', url: 'https://e.example' })
  expect(command).toBe(
    String.raw`npx errata upload dist --service 'a'\''; rm -rf ~ #' --url https://e.example --token "$ERRATA_TOKEN"`,
  )
})
