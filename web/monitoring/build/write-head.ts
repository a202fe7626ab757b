// Writes `head-code.ts` and `head-snippet.txt`. Run `node web/monitoring/build/write-head.ts` after a change
// of `boot.ts` or the fallback screen; `size.test.ts` fails until then.

import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { minifySync } from 'vite'
import { boot, reportBootFailure } from '../boot.ts'

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url))

export function headScriptsFile(): string {
  const scripts = [boot, reportBootFailure].map((script) =>
    minifySync('boot.js', `(${script.toString()})()`).code.trim(),
  )
  const literals = scripts.map((script) => `  '${script.replaceAll(/[\\']/g, '\\$&')}',\n`).join('')
  return (
    '// `boot` and `reportBootFailure` of `boot.ts`, minified. Written by `write-head.ts`.\n' +
    `export const headScripts = [\n${literals}] as const\n`
  )
}

if (import.meta.main) {
  writeFileSync(at('head-code.ts'), headScriptsFile())
  const { headTags } = await import('./head-tags.ts')
  const options = { service: 'YOUR-SERVICE', release: 'YOUR-RELEASE' }
  writeFileSync(at('../head-snippet.txt'), `${headTags(options)}\n`)
}
