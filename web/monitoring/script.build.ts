// How the script-tag form is built. A classic script can import() a module but cannot be one, so the entry is built as a module
// without imports or exports, in a function so that its names stay its own.

import { fileURLToPath } from 'node:url'
import type { InlineConfig } from 'vite'

const entry = fileURLToPath(new URL('script.ts', import.meta.url))

export function scriptTag(outDir: string): InlineConfig {
  return {
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    publicDir: false,
    logLevel: 'warn',
    plugins: [
      {
        name: 'in-a-function',
        generateBundle(_options, bundle) {
          const script = bundle['monitoring.js']
          if (script?.type !== 'chunk') return
          if (script.imports.length || script.exports.length)
            this.error('a classic script can neither import nor export')
          // To a script of another origin the browser tells no base to import from, so the address is written in full.
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
      // A library: Vite's helper that preloads chunks would outweigh what it loads.
      lib: { entry: { monitoring: entry }, formats: ['es'] },
      rolldownOptions: {
        output: { minify: true, entryFileNames: '[name].js', chunkFileNames: 'monitoring/[name]-[hash].js' },
      },
    },
  }
}
