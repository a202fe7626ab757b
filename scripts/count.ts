// `npm run count [-- FOLDER]`: lines by kind, sizes of product files, and the parts of the store and the
// console with the imports between them. FOLDER is the root of another checkout (default: this one).
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const KINDS: [kind: string, pattern: RegExp][] = [
  ['test', /\.test\.tsx?$/],
  ['bench', /\/bench\//],
  // Fixtures, and what the end-to-end tests start.
  ['kit', /\/testing\/|^e2e\//],
  ['example', /^examples\//],
]
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g

const root = process.argv[2] ?? dirname(import.meta.dirname)
const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|js|css|sql)$/.test(file) && existsSync(join(root, file)))
const text = new Map(sources.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const isCode = (file: string) => /\.(ts|tsx|mjs|js)$/.test(file)
const product = sources.filter((file) => kindOf(file) === 'product')

for (const kind of ['product', ...KINDS.map(([name]) => name)]) {
  const files = sources.filter((file) => kindOf(file) === kind)
  console.log(`${kind}: ${sum(files)} lines in ${files.length} files`)
}
for (const ending of ['css', 'sql'])
  console.log(`  of product, ${ending}: ${sum(product.filter((file) => file.endsWith(`.${ending}`)))} lines`)
const sizes = product
  .filter(isCode)
  .map(lines)
  .sort((a, b) => a - b)
console.log(`product files of code: median ${share(0.5)}, p90 ${share(0.9)}, max ${sizes.at(-1)} lines`)
for (const workspace of ['store', 'web/console']) {
  const { parts, pairs } = importsOf(workspace)
  console.log(`${workspace}: ${parts} parts, ${pairs} imports from one part to another`)
}

function kindOf(file: string): string {
  return KINDS.find(([, pattern]) => pattern.test(file))?.[0] ?? 'product'
}

function lines(file: string): number {
  return text.get(file)!.split('\n').length - 1
}

function sum(files: string[]): number {
  return files.reduce((total, file) => total + lines(file), 0)
}

function share(part: number): number | undefined {
  return sizes[Math.floor(part * sizes.length)]
}

/** A part is a file or folder of the workspace; of `features/` and `screens/` each folder is one. */
function importsOf(workspace: string): { parts: number; pairs: number } {
  const files = product.filter((file) => file.startsWith(`${workspace}/`))
  const pairs = new Set<string>()
  for (const file of files.filter(isCode)) {
    for (const [, name = ''] of text.get(file)!.matchAll(IMPORT)) {
      const target = join(dirname(file), name)
      const [from, to] = [partOf(file), partOf(target)]
      if (files.includes(target) && from !== to) pairs.add(`${from} > ${to}`)
    }
  }
  return { parts: new Set(files.map(partOf)).size, pairs: pairs.size }

  function partOf(file: string): string {
    const [first = '', second = '', ...rest] = file.slice(workspace.length + 1).split('/')
    return /^(features|screens)$/.test(first) && rest.length > 0 ? `${first}/${second}` : first
  }
}
