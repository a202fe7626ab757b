// A page whose click handler is slow, built by Vite, with its source maps uploaded.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { findScripts, removeMaps } from '../../web/monitoring/build/map-files.ts'
import { uploadMaps } from '../../web/monitoring/build/upload-maps.ts'
import { serveApplication } from './static-server.ts'

const MONITORING = join(import.meta.dirname, '../../web/monitoring/index.ts')
/** Compresses badly, or the browser takes the image for a background. */
const NOISE = Array.from({ length: 4000 }, (_, at) => ((at * 7919) % 36).toString(36)).join('')
const IMAGE = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><!--${NOISE}--><rect width="600" height="300" fill="green"/></svg>`

type PageOptions = { service: string; release: string; url: string }

/** `url`: of the stack. */
export async function serveSlowPage({ url, service, release }: PageOptions) {
  const root = mkdtempSync(join(tmpdir(), 'errata-slow-page-'))
  cpSync(join(import.meta.dirname, 'slow-page'), root, { recursive: true })
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    resolve: { alias: { '@errata/monitoring': MONITORING } },
    // Packages have such comments. The code begins in a later line, as in builds with React.
    build: {
      sourcemap: 'hidden',
      rolldownOptions: { output: { postBanner: '/*!\n * Bücher 📚\n */' } },
    },
    define: { NAMES: JSON.stringify({ service, release }) },
  })
  const dist = join(root, 'dist')
  const scripts = findScripts(dist)
  const { problems } = await uploadMaps({ url, service, release }, scripts, root)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  removeMaps(scripts)
  const server = await serveApplication(dist, url)
  server.replace({ path: /hero/, status: 200, type: 'image/svg+xml', body: IMAGE })
  const entry = readdirSync(join(dist, 'assets')).find((name) => name.startsWith('index-'))!
  return {
    ...server,
    /** The built entry. */
    code: readFileSync(join(dist, 'assets', entry), 'utf8'),
    close() {
      server.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
