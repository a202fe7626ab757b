// Copies an application of `examples/` into a cache, installs it with the packed `@errata/monitoring`, and
// builds it. Needs npm's registry for the first run of each set of dependencies.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { pack } from '../../web/monitoring/testing/package.ts'

const execute = promisify(execFile)
const root = dirname(dirname(import.meta.dirname))

/** Installations and builds by npm and bundlers: how long they take says nothing about the product. */
export const EXAMPLE_TIMEOUT_MS = 1_200_000
const OUTPUT_LIMIT = 16 << 20
/** What the tools of the examples write, and what a developer may have installed in place. */
const GENERATED = /^(node_modules|dist|build|\.next|\.react-router|\.svelte-kit)$/
/**
 * The user's cache, not `node_modules`: in a folder of that name Node and Next.js read no TypeScript. Each
 * checkout has its own.
 */
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'errata/examples')
/** In `node_modules`, written when everything is installed: the hash of the dependencies. */
const INSTALLED = 'node_modules/.errata-installed'
/** Written when the application is built: the hash of its sources and of the package. */
const BUILT = 'node_modules/.errata-built'

/** Where the package comes from in the examples: a relay on this machine. */
const PACKAGE_URL = 'http://127.0.0.1:8080/monitoring.tgz'

/**
 * Resolves to the folder of the application, with all dependencies, and with the current package if it is one
 * of them. `parent`: the folder that contains it, relative to the repository.
 */
export async function installExample(name: string, parent = 'examples'): Promise<string> {
  const source = join(root, parent, name)
  const manifest = readFileSync(join(source, 'package.json'), 'utf8')
  const own = readFileSync(join(root, 'web/monitoring/package.json'), 'utf8')
  const dependencies = hash(manifest + own)
  const folder = join(CACHE, `${name}-${hash(root)}`)
  mkdirSync(folder, { recursive: true })
  // What the tools have written is their cache.
  for (const file of readdirSync(folder))
    if (!GENERATED.test(file)) rmSync(join(folder, file), { recursive: true })
  cpSync(source, folder, { recursive: true, filter: (path) => !GENERATED.test(basename(path)) })
  const usesPackage = manifest.includes(PACKAGE_URL)
  const tarball = usesPackage ? packedPackage() : ''
  const installed = join(folder, INSTALLED)
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== dependencies) {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
    writeFileSync(join(folder, 'package.json'), manifest.replace(PACKAGE_URL, `file:${tarball}`))
    await run(folder, 'npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--no-package-lock'])
    writeFileSync(installed, dependencies)
  }
  if (!usesPackage) return folder
  const target = join(folder, 'node_modules/@errata/monitoring')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target)
  await run(folder, 'tar', ['-xzf', tarball, '-C', target, '--strip-components=1'])
  return folder
}

/** The path of the package, which is packed once for each state of its sources. */
function packedPackage(): string {
  const file = join(CACHE, `monitoring-${hash(readSources(join(root, 'web/monitoring')).join('\n'))}.tgz`)
  if (existsSync(file)) return file
  const folder = mkdtempSync(join(tmpdir(), 'errata-pack-'))
  try {
    // Another worker may pack the same at this moment: a rename replaces the file as a whole.
    copyFileSync(pack(folder).tarball, `${file}.${process.pid}`)
    renameSync(`${file}.${process.pid}`, file)
    return file
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/**
 * Installs the application and runs its script `build`, unless it was built from the same files before.
 * Resolves to its folder. `parent`: as for `installExample`.
 */
export async function buildExample(name: string, parent = 'examples'): Promise<string> {
  const folder = await installExample(name, parent)
  await buildOnce(folder, join(root, parent, name), () => run(folder, 'npm', ['run', 'build']))
  return folder
}

/** Calls `build` unless it has built the installed application from the same files of `source` before. */
export async function buildOnce(folder: string, source: string, build: () => Promise<void>): Promise<void> {
  const built = join(folder, BUILT)
  const files = [source, join(folder, 'node_modules/@errata/monitoring')].flatMap(readSources)
  const inputs = hash([process.version, ...files].join('\n'))
  if (existsSync(built) && readFileSync(built, 'utf8') === inputs) return
  rmSync(built, { force: true })
  await build()
  writeFileSync(built, inputs)
}

/** Names and contents of the files of a folder, without what tools write. */
function readSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !(GENERATED.test(name) && basename(folder) !== 'monitoring'))
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? readSources(path) : [relative(root, path), readFileSync(path, 'utf8')]
    })
}

/** Throws an error with the output where the command fails. */
export async function run(cwd: string, command: string, args: string[], env: Record<string, string> = {}) {
  try {
    // The tools run with the Node of the tests. Vitest sets NODE_ENV to `test`.
    const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter)
    const environment = { ...process.env, PATH, NODE_ENV: '', NEXT_TELEMETRY_DISABLED: '1', ...env }
    await execute(command, args, { cwd, env: environment, maxBuffer: OUTPUT_LIMIT })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${command} ${args.join(' ')} in ${cwd}:\n${stdout}${stderr}`, { cause: error })
  }
}
