// The statements of the `.sql` files: what each creates, and what a view reads and fills.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Definition = {
  name: string
  sql: string
  /** Of a materialized view: the table that it fills, and its SELECT. */
  view: { target: string; query: string } | null
}

const CREATE =
  /^CREATE (?:TABLE|MATERIALIZED VIEW) IF NOT EXISTS (?<name>\w+)(?: TO (?<target>\w+) AS\n(?<query>[^]*))?/m

/** Values for `${…}` in the files. */
export type DefinitionValues = { replicated: string; retentionDays: string }

/** The tables first: a view reads their columns. */
export function readDefinitions(values: DefinitionValues): Definition[] {
  const definitions = sqlFiles(import.meta.dirname).flatMap((file) =>
    readStatements(file, values).map(parseDefinition),
  )
  return definitions.toSorted((a, b) => Number(a.view !== null) - Number(b.view !== null))
}

export function sqlFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.toSorted().map((name) => join(folder, name))
}

export function readStatements(file: string, values: DefinitionValues): string[] {
  return readFileSync(file, 'utf8')
    .replaceAll(/\$\{(\w+)\}/g, (_, key: keyof DefinitionValues) => values[key] ?? '')
    .split(/;\n/)
}

function parseDefinition(sql: string): Definition {
  const { name = '', target, query } = CREATE.exec(sql)?.groups ?? {}
  return { name, sql, view: target && query ? { target, query } : null }
}
