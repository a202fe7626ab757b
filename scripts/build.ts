// `npm run build`: builds the browser code into web/dist; `npm start` and the tests do so after a change.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { StartupError } from '../server/startup-error.ts'

/** Contains the hash of the sources that web/dist was built from. */
const HASH_FILE = 'web/dist/.built-from'

const SOURCES = [
  'web/**/*.{ts,tsx,css,html,json,svg}',
  'web/monitoring/{CHANGELOG.md,LICENSE,README.md,head-snippet.txt}',
  'contract/**/*.{ts,json}',
  'package-lock.json',
]

export async function buildIfStale(): Promise<void> {
  const hash = hashSources()
  if (existsSync(HASH_FILE) && readFileSync(HASH_FILE, 'utf8') === hash) return
  console.log('Building the browser code (some seconds) …')
  build(hash)
}

function build(hash: string): void {
  try {
    execFileSync('npm', ['run', 'build', '--silent', '--workspace', '@errata/web'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new StartupError(`${stdout}${stderr}\nThe browser code could not be built: see the lines above.`)
  }
  writeFileSync(HASH_FILE, hash)
}

function hashSources(): string {
  const files = globSync(SOURCES, { exclude: (file) => /node_modules|^web\/dist/.test(file) })
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(`${file}\n`).update(readFileSync(file))
  return hash.digest('hex')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) build(hashSources())
