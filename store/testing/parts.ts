// The files of the embedded engine below a store's folder, for tests that damage them.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file with the definition of a table or view. `folder`: `DATA_DIR/store`. */
export function definitionFile(folder: string, name: string): string {
  const [file = ''] = globSync(`engine/store/*/*/${name}.sql`, { cwd: folder })
  return join(folder, file)
}

/** The folders of all parts of a table, also of those that a merge has replaced. */
export function partFolders(folder: string, table: string): string[] {
  const definition = readFileSync(definitionFile(folder, table), 'utf8')
  const [, uuid = ''] = /UUID '([\da-f-]+)'/.exec(definition) ?? []
  const root = join(folder, 'engine/store', uuid.slice(0, 3), uuid)
  return readdirSync(root)
    .filter((name) => /^\w+_\d+_\d+_\d+$/.test(name))
    .map((name) => join(root, name))
}
