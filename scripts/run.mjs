// The door of every npm script. Plain JavaScript, because it also runs on a Node that cannot read TypeScript yet: it installs
// what the lock file names when that has changed, then goes on in a Node that can (the host's, or the one just installed).
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [name = 'start', ...rest] = process.argv.slice(2)
process.chdir(root)

if (isFar(process.versions.node, [20, 19]))
  end(`Node ${process.versions.node} is too old: install Node 20.19 or newer.`)
if (isMusl())
  end(
    'This system has musl (Alpine), and neither the embedded engine nor the Node that is installed here runs on it: use a Debian-based system, or docker compose up.',
  )
install()
await goOn()

/** `npm ci`, but only when the lock file is not the one that node_modules was made from. */
function install() {
  const stamp = join('node_modules', '.errata-installed')
  const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing what package-lock.json names (once, about a minute) …')
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (error || status !== 0)
    end('npm ci failed: the lines above say why; with the registry in reach, run the same command again.')
  writeFileSync(stamp, wanted)
}

/** The same process where its Node reads TypeScript; otherwise the Node that was installed, with the same signals. */
async function goOn() {
  const script = join(root, 'scripts', `${name}.ts`)
  if (!existsSync(script)) end(`There is no script called ${name}.`)
  const tools = join(root, 'node_modules', '.bin')
  if (!isFar(process.versions.node, [24, 12])) {
    // Tools run in the Node that runs this, so that a newer one can be tried: `node scripts/run.mjs test`.
    process.env.PATH = [dirname(process.execPath), tools, process.env.PATH].join(delimiter)
    process.argv = [process.execPath, script, ...rest]
    await import(pathToFileURL(script).href)
    return
  }
  process.env.PATH = [tools, process.env.PATH].join(delimiter)
  const child = spawn(join(tools, 'node'), [script, ...rest], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('error', (error) =>
    end(
      `The Node of this project did not start (${error.message}): remove node_modules and run the same command again.`,
    ),
  )
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

function isMusl() {
  if (process.platform !== 'linux') return false
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime === undefined
}

function isFar(version, [major, minor]) {
  const [a = 0, b = 0] = version.split('.').map(Number)
  return a < major || (a === major && b < minor)
}

function end(sentence) {
  console.error(sentence)
  process.exit(1)
}
