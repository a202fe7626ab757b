// Packs the package in a copy of the folder: files built in place would make `npm start` rebuild.

import { execFileSync } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

const source = resolve(import.meta.dirname, '..')
const root = resolve(source, '../..')

export type PackedPackage = {
  tarball: string
  /** Paths in the tarball. */
  files: string[]
  /** The built folder that it was packed from. */
  from: string
}

/** `folder`: an empty folder, which the caller removes. */
export function pack(folder: string): PackedPackage {
  const from = join(folder, 'web/monitoring')
  const excluded = /^(node_modules|dist|bench|browsers|testing)$|\.test\.tsx?$/
  cpSync(source, from, { recursive: true, filter: (path) => !excluded.test(basename(path)) })
  cpSync(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const output = execFileSync(
    'npm',
    ['pack', '--json', '--foreground-scripts=false', '--pack-destination', folder],
    {
      cwd: from,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const [packed] = JSON.parse(output.slice(output.indexOf('['))) as {
    filename: string
    files: { path: string }[]
  }[]
  if (!packed) throw new Error(`npm pack printed:\n${output}`)
  return { tarball: join(folder, packed.filename), files: packed.files.map(({ path }) => path), from }
}
