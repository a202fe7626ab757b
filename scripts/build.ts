// Builds what browsers run, when it is stale.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const stampFile = 'web/dist/.built-from'

/** Builds into web/dist unless that was made from exactly these sources. */
export async function buildIfStale(): Promise<void> {
  const sources = hashOfSources()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sources) return
  console.log('Building the browser code (some seconds) …')
  build(sources)
}

function build(sources: string): void {
  try {
    execFileSync('npm', ['run', 'build', '--silent', '--workspace', '@errata/web'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${stdout}${stderr}\nThe browser code could not be built: the lines above say why.`, {
      cause: error,
    })
  }
  writeFileSync(stampFile, sources)
}

function hashOfSources(): string {
  const files = globSync(
    ['web/**/*.{ts,tsx,css,html,json,svg}', 'store/{digest,api/contract}.ts', 'package-lock.json'],
    {
      exclude: (file) => /node_modules|^web\/dist/.test(file),
    },
  )
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(`${file}\n`).update(readFileSync(file))
  return hash.digest('hex')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) build(hashOfSources())
