// A git repository of a shop with three releases, and 20 bugs whose commits are known: changed and moved
// lines, renamed files, branches, merges with conflicts, squashed branches, removed guards, another
// indentation.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** `module`: the function that fails. `commit`: the one that planted it. */
export type PlantedBug = { module: string; kind: Kind; release: string; commit: string }

export type Shop = { folder: string; bugs: PlantedBug[]; commits: number }

const KINDS = {
  line: 4,
  moved: 3,
  renamed: 3,
  branch: 3,
  conflict: 1,
  squash: 2,
  guard: 2,
  caller: 1,
  indented: 1,
} as const
type Kind = keyof typeof KINDS

export const RELEASES = ['1.0.0', '1.1.0', '1.2.0']
/** Commits up to each release. */
const ENDS = [13, 36, 60]
const AUTHORS = ['Lena Marek', 'Anton Nilsen', 'Mona Okafor', 'Sofia Brandt']
const START = Date.UTC(2026, 0, 5, 9)

const kinds = Object.entries(KINDS).flatMap(([kind, count]) => Array<Kind>(count).fill(kind as Kind))
/** The kinds of the second and of the third release. */
const PLAN = [kinds.filter((_, at) => at % 2 === 0), kinds.filter((_, at) => at % 2 === 1)]
const FOLDERS = ['cart', 'checkout', 'account', 'search']
const moduleName = (number: number): string => `part${String(number).padStart(2, '0')}`

/** `onRelease`: the working tree is the one of the release. */
export async function makeShop(folder: string, onRelease: (release: string) => Promise<void>): Promise<Shop> {
  const repository = openRepository(folder)
  const bugs: PlantedBug[] = []
  writeModules(repository)
  let number = 0
  for (const [at, release] of RELEASES.entries()) {
    for (const kind of at === 0 ? [] : PLAN[at - 1]!) {
      const module = moduleName(number++)
      bugs.push({ module, kind, release, commit: plant(repository, module, kind) })
      if (number % 2 === 0) change(repository, number + 3)
    }
    for (let extra = number; repository.count() < ENDS[at]! - 1; extra++) change(repository, extra)
    repository.edit('package.json', () => JSON.stringify({ name: 'shop', version: release, type: 'module' }))
    repository.commit(`Release ${release}`)
    await onRelease(release)
  }
  return { folder, bugs, commits: repository.count() }
}

function openRepository(folder: string) {
  mkdirSync(folder, { recursive: true })
  let commits = 0
  const paths = new Map<string, string>()
  const git = (...args: string[]): string => {
    const author = AUTHORS[commits % AUTHORS.length]!
    const at = new Date(START + commits * 3_600_000).toISOString()
    const identity = { NAME: author, EMAIL: `${author.split(' ')[0]!.toLowerCase()}@shop.example`, DATE: at }
    const names = Object.entries(identity).flatMap(([name, value]) => [
      [`GIT_AUTHOR_${name}`, value],
      [`GIT_COMMITTER_${name}`, value],
    ])
    const env = { ...process.env, ...(Object.fromEntries(names) as Record<string, string>) }
    return execFileSync('git', args, { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' }).trim()
  }
  git('init', '-q', '-b', 'main')
  return {
    git,
    paths,
    count: () => Number(git('rev-list', '--count', 'HEAD')),
    edit: (path: string, change: (text: string) => string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), change(readText(join(folder, path))))
    },
    /** Returns the hash. */
    commit: (subject: string): string => {
      git('add', '-A')
      git('-c', 'commit.gpgsign=false', 'commit', '-q', '-m', subject)
      commits++
      return git('rev-parse', 'HEAD')
    },
  }
}

type Repository = ReturnType<typeof openRepository>

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function source(module: string): string {
  return `// The ${module} of an order.
import { first } from '../shared/first.ts'

export function ${module}(order) {
  const rows = order.${module}Rows ?? []
  const items = order.items ?? []
  const row = rows[0]
  if (!row) return first(items)
  const price = row.price ?? { net: 0 }
  const total = price.net * rows.length
  return total + first(items)
}

export function ${module}Label() {
  return '${module} 1'
}
`
}

function writeModules({ edit, commit, paths }: Repository): void {
  edit('src/shared/first.ts', () => 'export function first(items) {\n  return items.length > 0 ? 1 : 0\n}\n')
  edit('CODEOWNERS', () => '* @shop/web\n/src/cart/ @lena lena@shop.example\n')
  commit('Add what the parts share')
  const modules = Array.from({ length: kinds.length }, (_, at) => moduleName(at))
  for (const [at, folder] of FOLDERS.entries()) {
    for (const module of modules.filter((_, index) => index % FOLDERS.length === at)) {
      paths.set(module, `src/${folder}/${module}.ts`)
      edit(paths.get(module)!, () => source(module))
    }
    commit(`Add the ${folder}`)
  }
  writeMain({ edit, paths })
  commit('Add the entry')
}

function writeMain({ edit, paths }: Pick<Repository, 'edit' | 'paths'>): void {
  const lines = [...paths.values()].map((path) => `export * from './${path.slice(4)}'`)
  edit('src/main.ts', () => `${lines.join('\n')}\n`)
}

/** A change that breaks nothing, of another function of some module. */
function change({ edit, commit, paths }: Repository, number: number): void {
  const module = moduleName((number * 7) % kinds.length)
  edit(paths.get(module)!, (text) => text.replace(/ (\d+)'/, (_, value) => ` ${Number(value) + 1}'`))
  commit(`Change the label of ${module}`)
}

const BROKEN = (module: string): string => `const price = row.${module}Price.gross`
const HEALTHY = 'const price = row.price ?? { net: 0 }'

/** Returns the commit that breaks the module. */
function plant(repository: Repository, module: string, kind: Kind): string {
  const { edit, commit, git, paths } = repository
  const path = paths.get(module)!
  const breakLine = (): void => edit(path, (text) => text.replace(HEALTHY, BROKEN(module)))
  const onBranch = (work: () => void): void => {
    git('checkout', '-q', '-b', `feature-${module}`)
    work()
    git('checkout', '-q', 'main')
  }
  switch (kind) {
    case 'line':
      breakLine()
      return commit(`Take the gross price of ${module}`)
    case 'moved': {
      breakLine()
      const hash = commit(`Take the gross price of ${module}`)
      edit(path, (text) => `// Since 2026.\n// In minor units.\n\n${text}`)
      commit(`Say what ${module} is`)
      return hash
    }
    case 'renamed': {
      breakLine()
      const hash = commit(`Take the gross price of ${module}`)
      paths.set(module, path.replace('/src/', '/').replace(/\/(part\d+)\.ts$/, '/parts-$1.ts'))
      git('mv', path, paths.get(module)!)
      writeMain(repository)
      commit(`Rename ${module}`)
      return hash
    }
    case 'branch': {
      let hash = ''
      onBranch(() => {
        breakLine()
        hash = commit(`Take the gross price of ${module}`)
      })
      edit(path, (text) => text.replace('The ', 'All the '))
      commit(`Correct the comment of ${module}`)
      git(
        '-c',
        'commit.gpgsign=false',
        'merge',
        '-q',
        '--no-ff',
        '-m',
        `Merge ${module}`,
        `feature-${module}`,
      )
      return hash
    }
    case 'conflict': {
      onBranch(() => {
        edit(path, (text) => text.replace(HEALTHY, 'const price = row.price ?? { net: 1 }'))
        commit(`Default of ${module}`)
      })
      edit(path, (text) => text.replace(HEALTHY, 'const price = row.price ?? { net: 2 }'))
      commit(`Another default of ${module}`)
      return mergeBadly(repository, module, path)
    }
    case 'squash':
      onBranch(() => {
        edit(path, (text) => text.replace('total + first', 'total - first'))
        commit('wip')
        breakLine()
        commit('wip 2')
      })
      git('merge', '-q', '--squash', `feature-${module}`)
      return commit(`Gross prices of ${module}`)
    case 'guard':
      edit(path, (text) => text.replace('  if (!row) return first(items)\n', ''))
      return commit(`Remove a check of ${module}`)
    case 'caller':
      edit(path, (text) => text.replace('order.items ?? []', `order.${module}Items`))
      return commit(`Read the items of ${module}`)
    default: {
      breakLine()
      const hash = commit(`Take the gross price of ${module}`)
      edit(path, (text) => text.replaceAll(/^ {2}/gm, '    '))
      commit(`Indent ${module}`)
      return hash
    }
  }
}

/** Both sides have changed the line, and whoever merges them writes another one. */
function mergeBadly({ git, edit, commit }: Repository, module: string, path: string): string {
  try {
    git('merge', '-q', '--no-ff', `feature-${module}`)
  } catch {
    edit(path, (text) => text.replace(/<<<<<<<[^]*>>>>>>>.*\n/, `  ${BROKEN(module)}\n`))
  }
  return commit(`Merge ${module}`)
}

export function removeShop({ folder }: Pick<Shop, 'folder'>): void {
  rmSync(folder, { recursive: true, force: true })
}
