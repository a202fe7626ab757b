// The entry point of every npm script, in plain JavaScript for any Node. Installs the dependencies when the
// lock file has changed, then runs scripts/NAME.ts.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const OLDEST_NODE = [20, 19]
/** Reads TypeScript without a flag. */
const TYPESCRIPT_NODE = [24, 12]

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [name = 'start', ...rest] = process.argv.slice(2)
process.chdir(root)

if (isOlder(process.versions.node, OLDEST_NODE))
  fail(`Node ${process.versions.node} is too old: install Node ${OLDEST_NODE.join('.')} or newer.`)
if (isMusl())
  fail(
    'This system has musl (Alpine). The embedded engine and the Node in node_modules do not run on it: ' +
      'use a Debian-based system, or docker compose up.',
  )
install()
if (name !== 'install') await run()

/** `npm ci`, if node_modules was made from another lock file. */
function install() {
  const hashFile = join('node_modules', '.errata-installed')
  const hash = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  if (existsSync(hashFile) && readFileSync(hashFile, 'utf8') === hash) return
  console.log('Installing the dependencies in package-lock.json (once, about a minute) …')
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (error || status !== 0)
    fail(
      'npm ci failed: the lines above say why. When the registry can be reached, run the same command again.',
    )
  writeFileSync(hashFile, hash)
}

/** In this process if its Node reads TypeScript, else in the Node of node_modules. */
async function run() {
  const script = join(root, 'scripts', `${name}.ts`)
  if (!existsSync(script)) fail(`There is no script called ${name}.`)
  const tools = join(root, 'node_modules', '.bin')
  // Also for the processes that this one starts. Without it every start strips all types again: that takes
  // 30 MB in WebAssembly, and of the relay 0.2 of 0.35 s of processor time.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled')
  if (!isOlder(process.versions.node, TYPESCRIPT_NODE)) {
    // The tools run in the same Node, so that a newer one can be tested: `node scripts/run.mjs test`.
    process.env.PATH = [dirname(process.execPath), tools, process.env.PATH].join(delimiter)
    process.argv = [process.execPath, script, ...rest]
    nodeModule.enableCompileCache(process.env.NODE_COMPILE_CACHE)
    await import(pathToFileURL(script).href)
    return
  }
  process.env.PATH = [tools, process.env.PATH].join(delimiter)
  const child = spawn(join(tools, 'node'), [script, ...rest], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('error', (error) =>
    fail(`The Node in node_modules did not start (${error.message}): remove node_modules and try again.`),
  )
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

function isMusl() {
  if (process.platform !== 'linux') return false
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime === undefined
}

function isOlder(version, [major, minor]) {
  const [a = 0, b = 0] = version.split('.').map(Number)
  return a < major || (a === major && b < minor)
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
