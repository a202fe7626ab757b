// Promises that a script can keep: what the documents say equals what the code does.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { launcherVariables, variables as ofRelay } from '../relay/config.ts'
import { variables as ofStore } from '../store/config.ts'
import { getConfig, variables as ofLauncher } from './config.ts'

const root = dirname(import.meta.dirname)
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
const sources = files.filter((file) => /\.(ts|tsx|mjs|css|sql)$/.test(file) && existsSync(join(root, file)))

// What the launcher tells its children is no choice of a user's.
const internal = new Set<string>(launcherVariables)

test('every variable that a process reads stands in the README, and no other', () => {
  const table = read('README.md').split('## Configuration')[1]?.split('## Growing')[0] ?? ''
  const documented = new Set([...table.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => name))
  const actual = new Set([...ofLauncher, ...ofRelay, ...ofStore].filter((name) => !internal.has(name)))
  expect([...documented].sort()).toEqual([...actual].sort())
})

test('the environment is read in config.ts only', () => {
  const readers = sources.filter(
    (file) => /^(relay|store|otlp|web)\//.test(file) && read(file).includes('process.env'),
  )
  // What only tests, benchmarks and the build read is no setting of a process.
  expect(
    readers.filter((file) => !/\/(testing|bench|browsers)\/|\.test\.tsx?$|\/(vite\.)?config\.ts$/.test(file)),
  ).toEqual([])
})

test('no source file is longer than 300 lines', () => {
  expect(sources.filter((file) => read(file).split('\n').length > 300)).toEqual([])
})

test('no test is switched off or narrowed', () => {
  const tests = sources.filter((file) => /\.test\.tsx?$/.test(file))
  expect(tests.length).toBeGreaterThan(10)
  expect(tests.filter((file) => /\b(?:it|test|describe)\.(?:only|skip|todo)\b/.test(read(file)))).toEqual([])
})

test('the README fits on 150 lines, and every file that a README links to exists', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150)
  const broken = files
    .filter((file) => file.endsWith('.md') && existsSync(join(root, file)))
    .flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, target = '']) => ({ file, target })),
    )
    .filter(({ file, target }) => !existsSync(join(root, dirname(file), target)))
  expect(broken).toEqual([])
})

test('the containers listen where the launcher does', () => {
  const defaults = getConfig({})
  const compose = read('docker-compose.yml')
  expect(compose).toContain(`127.0.0.1:\${PORT:-${defaults.port}}:8080`)
  expect(compose).toContain(`http://store:${defaults.storePort}`)
  expect(compose).toContain(`http://otel-collector:${defaults.collectorHttpPort}`)
  expect(compose).toContain(`contrib:${/version: (\S+)/.exec(read('otel-collector/builder.yaml'))?.[1]}`)
})

test('dependencies are exact', () => {
  const manifests = files
    .filter((file) => file.endsWith('package.json') && existsSync(join(root, file)))
    .map((file) => JSON.parse(read(file)) as Record<string, Record<string, string> | undefined>)
  const loose = manifests
    .flatMap(({ dependencies, devDependencies, optionalDependencies }) =>
      Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }),
    )
    .filter(([, version]) => !/^\d/.test(version))
  expect(loose).toEqual([])
})
