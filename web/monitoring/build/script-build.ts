// Vite configuration of the script tag, `monitoring.js`. A classic script can `import()` modules but not be
// one: the entry is built as a module and wrapped in a function that scopes its names.

import { fileURLToPath } from 'node:url'
import type { InlineConfig } from 'vite'
import { addEagerHints } from './eager-chunks.ts'

const entry = fileURLToPath(new URL('../script.ts', import.meta.url))

export function scriptTag(outDir: string): InlineConfig {
  return {
    configFile: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    publicDir: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'function-scope',
        generateBundle(_options, bundle) {
          addEagerHints(bundle)
          const script = bundle['monitoring.js']
          if (script?.type !== 'chunk') return
          if (script.imports.length || script.exports.length)
            this.error('a classic script can neither import nor export')
          // Relative to the script, because a classic script has no base URL of its own for imports.
          const code = script.code
            .trim()
            .replaceAll('/* @__PURE__ */ ', '')
            .replaceAll(/import\((["'`])\.\/(.+?)\1\)/g, 'import(new URL("$2",src))')
          script.code = `(({src,dataset})=>{${code}})(document.currentScript);\n`
        },
      },
    ],
    build: {
      target: 'es2022',
      outDir,
      emptyOutDir: false,
      // As a library: Vite's preload helper is larger than the time it would save.
      lib: { entry: { monitoring: entry }, formats: ['es'] },
      rolldownOptions: {
        optimization: { inlineConst: true },
        output: { minify: true, entryFileNames: '[name].js', chunkFileNames: 'monitoring/[name]-[hash].js' },
      },
    },
  }
}
