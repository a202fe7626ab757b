// Documents, container files and code agree.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig as readRelayConfig } from '../relay/config.ts'
import { variables as storeVariables } from '../store/config.ts'
import { getConfig } from './config.ts'

const root = dirname(import.meta.dirname)
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const sources = files.filter((file) => /\.(ts|tsx|mjs|css|sql)$/.test(file) && existsSync(join(root, file)))

/** The launcher sets the first three for its children; the last is of the system. Users set none of them. */
const INTERNAL = ['COLLECTOR', 'COLLECTOR_METRICS_URL', 'RELAY_NUMBER', 'XDG_CACHE_HOME']

/** The table of docs/configuration.md. */
const variableTable =
  read('docs/configuration.md')
    .match(/^\|.*$/gm)
    ?.join('\n') ?? ''

test('the configuration page has every variable that a process reads, and no other', () => {
  const documented = new Set([...variableTable.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => name))
  const actual = new Set([...namesRead(getConfig), ...namesRead(readRelayConfig), ...storeVariables])
  for (const name of INTERNAL) expect(actual.delete(name), name).toBe(true)
  expect([...documented].sort()).toEqual([...actual].sort())
})

test('.env.example has the variables of that page with their defaults, and the ones of compose', () => {
  const rows = [...variableTable.matchAll(/^\| (`.*?)\s*\| (.*?)\s*\|/gm)].flatMap(
    ([, names = '', values = '']) => {
      const defaults = values.replaceAll('`', '').replace('–', '').split(', ')
      return [...names.matchAll(/[A-Z_]+/g)].map(([name], at) => `${name}=${defaults[at] ?? ''}`)
    },
  )
  const [common = '', compose = ''] = read('.env.example').split('# Only for docker compose')
  expect(linesOf(common)).toEqual(rows)
  const names = new Set(linesOf(common + compose).map((line) => line.split('=')[0]))
  const used = [...read('docker-compose.yml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name)
  expect(used.filter((name) => !names.has(name))).toEqual([])
})

test('every package that npm installs on Linux x64 has an integrity in the lock', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { integrity?: string; link?: boolean }>
  }
  const unchecked = Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.integrity)
    .map(([path]) => path)
  // The engine for other systems. `release.yml` refuses to publish while they are listed here.
  expect(unchecked).toEqual(
    ['darwin-arm64', 'darwin-x64', 'linux-arm64-gnu'].map((system) => `node_modules/@chdb/lib-${system}`),
  )
})

test('the environment is read in config.ts only', () => {
  const readers = sources.filter(
    (file) => /^(relay|store|otlp|web)\//.test(file) && read(file).includes('process.env'),
  )
  // Tests, benchmarks, the build and instructions are no processes of the product; a command has its own
  // variables. Git gets the environment of the build.
  const others = [
    /^web\/setup\//,
    /\/(testing|bench|browsers)\//,
    /\.test\.tsx?$/,
    /\/(vite\.)?config\.ts$/,
    /\/cli\.ts$/,
    /\/build\/git\.ts$/,
  ]
  expect(readers.filter((file) => !others.some((other) => other.test(file)))).toEqual([])
})

test('the size of the thread pool is set in store/config.ts only', () => {
  const setters = files.filter((file) => existsSync(join(root, file)) && !/\.(md|png)$|test\.ts$/.test(file))
  expect(setters.filter((file) => read(file).includes('UV_THREADPOOL_SIZE'))).toEqual(['store/config.ts'])
})

test('no test is switched off or narrowed', () => {
  const tests = sources.filter((file) => /\.test\.tsx?$/.test(file))
  expect(tests.length).toBeGreaterThan(10)
  expect(tests.filter((file) => /\b(?:it|test|describe)\.(?:only|skip|todo)\b/.test(read(file)))).toEqual([])
})

test('the README has at most 120 lines, and every link to a file in a README is valid', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(120)
  const broken = files
    .filter((file) => file.endsWith('.md') && existsSync(join(root, file)))
    .flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) => ({ file, target })),
    )
    .filter(({ file, target }) => !existsSync(join(root, dirname(file), target)))
  expect(broken).toEqual([])
})

test('files and folders that ARCHITECTURE and CONTRIBUTING name exist', () => {
  const paths = ['ARCHITECTURE', 'CONTRIBUTING'].flatMap((name) =>
    [...read(`.github/${name}.md`).matchAll(/`((?:\w+\/)+[\w.*-]*)`/g)].map(([, path = '']) => path),
  )
  expect(paths.length).toBeGreaterThan(20)
  const named = paths.filter((path) =>
    /^(?:contract|docs|e2e|otlp|relay|scripts|server|store|web)\//.test(path),
  )
  expect(named.filter((path) => !/WORD|\*/.test(path) && !existsSync(join(root, path)))).toEqual([])
})

test('the containers listen where the launcher does', () => {
  const defaults = getConfig({})
  const compose = read('docker-compose.yml')
  expect(compose).toContain(`127.0.0.1:\${PORT:-${defaults.port}}:8080`)
  expect(compose).toContain(`http://store:${defaults.storePort}`)
  expect(compose).toContain(`http://otel-collector:${defaults.collectorHttpPort}`)
  expect(compose).toContain(`contrib:${/version: (\S+)/.exec(read('otel-collector/builder.yaml'))?.[1]}`)
})

test('every action of a workflow is pinned to a commit', () => {
  const workflows = files.filter(
    (file) => file.startsWith('.github/workflows/') && existsSync(join(root, file)),
  )
  const actions = workflows.flatMap((file) =>
    [...read(file).matchAll(/uses: (\S+)/g)].map(([, action = '']) => action),
  )
  expect(actions.length).toBeGreaterThan(0)
  expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([])
})

test('dependencies are exact', () => {
  const manifests = files
    .filter((file) => file.endsWith('package.json') && existsSync(join(root, file)))
    .map((file) => JSON.parse(read(file)) as Record<string, Record<string, string> | undefined>)
  const loose = manifests
    .flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
      Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }),
    )
    // The package comes from the relay in the examples; two versions of one package need aliases.
    .filter(
      ([, version]) => !/^\d|^npm:@?[\w/-]+@\d|^http:\/\/127\.0\.0\.1:8080\/monitoring\.tgz$/.test(version),
    )
    // Its spans go to the provider of the application only if both have one copy (web/monitoring).
    .filter(([name, version]) => name !== '@opentelemetry/api' || !version.startsWith('~'))
  expect(loose).toEqual([])
})

/** Its settings, which are comments. */
function linesOf(text: string): string[] {
  return [...text.matchAll(/^#([A-Z_]+=.*)$/gm)].map(([, line = '']) => line)
}

/** The variables that a process reads. */
function namesRead(read: (environment: NodeJS.ProcessEnv) => unknown): Set<string> {
  const names = new Set<string>()
  read(new Proxy({}, { get: (_, name) => void names.add(String(name)) }))
  return names
}
