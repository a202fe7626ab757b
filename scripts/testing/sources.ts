// The source files of the repository and the imports between them.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = dirname(dirname(import.meta.dirname))

/** `from '…'`, `import '…'` and `import('…')`, also of types: their circles are hard to read too. */
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g

/** Names of packages of this repository, with the file behind them. */
const PACKAGES: Record<string, string> = {
  '@errata/monitoring': 'web/monitoring/index.ts',
  '@errata/monitoring/react': 'web/monitoring/frameworks/react.tsx',
}

/** Paths of all files that git knows or would add, relative to the repository. */
export const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(root, file)))

export const sources = files.filter((file) => /\.(ts|tsx|mjs|css|sql)$/.test(file))

/** Files that run in the product: no tests, fixtures, benchmarks, configuration of tools. */
export function isProduct(file: string): boolean {
  return (
    /^(contract|otlp|server|relay|store|web|scripts)\//.test(file) &&
    !/\.(test|bench)\.tsx?$|\.config\.ts$|\/(testing|bench|browsers)\//.test(file)
  )
}

export function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** For each TypeScript file, the files of this repository that it imports. */
export function readImports(): Map<string, string[]> {
  const modules = new Set(files)
  return new Map(
    files
      .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
      .map((file) => {
        const imports = [...read(file).matchAll(IMPORT)].map(([, name = '']) => resolve(file, name))
        return [file, [...new Set(imports)].filter((target) => modules.has(target) && target !== file)]
      }),
  )
}

function resolve(file: string, name: string): string {
  return name.startsWith('.') ? join(dirname(file), name) : (PACKAGES[name] ?? name)
}

/** Groups of nodes that reach each other, each sorted: Tarjan's strongly connected components. */
export function findCircles(edges: Map<string, string[]>): string[][] {
  const indices = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  for (const node of edges.keys()) if (!indices.has(node)) visit(node)
  return circles

  function visit(node: string): void {
    const index = indices.size
    indices.set(node, index)
    lowest.set(node, index)
    stack.push(node)
    for (const target of edges.get(node) ?? []) {
      if (!indices.has(target)) visit(target)
      if (stack.includes(target)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(target)!))
    }
    if (lowest.get(node) !== index) return
    const group = stack.splice(stack.indexOf(node))
    if (group.length > 1) circles.push(group.sort())
  }
}
