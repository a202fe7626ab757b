// Which folders of the store may import which others, and that no files import each other. Imports of types count too.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = import.meta.dirname

/** Files of the root that import nothing of a folder; `.` in the table below. */
const LEAVES = new Set(['config.ts', 'digest.ts', 'folder.ts', 'metrics.ts', 'rfc3339.ts'])

/** The lower layers. A file may always import its own folder. */
const ALLOWED: Record<string, string[]> = {
  engine: ['.'],
  tables: ['.', 'engine'],
  issue: [],
  rows: ['.', 'issue'],
  receive: ['.', 'rows', 'engine'],
  occurrences: ['.', 'engine', 'rows'],
}

const files = globSync('**/*.ts', { cwd: root, exclude: ['**/node_modules/**', '**/*.test.ts'] })
const imports = new Map(files.map((file) => [file, importsOf(file)]))

/** Files of the store, relative to its folder. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const paths = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path = '']) => path)
  return paths.map((path) => normalize(join(dirname(file), path))).filter((path) => !path.startsWith('..'))
}

test.each(Object.entries(ALLOWED))('%s imports only the folders below it', (folder, allowed) => {
  const own = files.filter((file) => file.startsWith(`${folder}/`))
  expect(own.length).toBeGreaterThan(0)
  const others = own.flatMap((file) =>
    (imports.get(file) ?? [])
      .filter((path) => !path.startsWith(`${folder}/`))
      .filter((path) => !(allowed.includes('.') && LEAVES.has(path)))
      .filter((path) => !allowed.includes(dirname(path)))
      .map((path) => `${file} imports ${path}`),
  )
  expect(others).toEqual([])
})

test('no file imports itself through others', () => {
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (path.includes(file) || done.has(file)) return
    for (const next of imports.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  expect(cycles).toEqual([])
})
