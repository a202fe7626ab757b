// Packs the package as for the registry, in a copy: what is built there would make what the house serves look stale.

import { execFileSync } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

const source = resolve(import.meta.dirname, '..')
const root = resolve(source, '../..')

export type Packed = {
  tarball: string
  /** Paths inside of it. */
  files: string[]
  /** The folder it was packed from, built. */
  from: string
}

/** `folder`: empty, and whoever made it removes it. */
export function pack(folder: string): Packed {
  const from = join(folder, 'web/monitoring')
  const left = /^(node_modules|dist|bench|engines)$|\.test\.tsx?$/
  cpSync(source, from, { recursive: true, filter: (path) => !left.test(basename(path)) })
  cpSync(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const said = execFileSync(
    'npm',
    ['pack', '--json', '--foreground-scripts=false', '--pack-destination', folder],
    {
      cwd: from,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const [packed] = JSON.parse(said.slice(said.indexOf('['))) as {
    filename: string
    files: { path: string }[]
  }[]
  if (!packed) throw new Error(`npm pack said:\n${said}`)
  return { tarball: join(folder, packed.filename), files: packed.files.map(({ path }) => path), from }
}
