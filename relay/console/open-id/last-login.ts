// What the provider sent at the last login: a file in DATA_DIR, which `npm run doctor -- oidc` shows. It has
// names of claims and of groups, and nothing that names the person.
import { readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isObject, parseJson } from '../../../server/json.ts'
import type { Rights } from './rights.ts'

/**
 * `at`: RFC 3339. `claims`: their names, by where they came from; empty: of GitHub. `groups`: the first of
 * `groupCount`. `notes`: why something is missing. `rights`: empty: the login was refused, or an invite gave
 * some.
 */
export type LastLogin = {
  at: string
  issuer: string
  claims: Record<string, string[]>
  groupsClaim: string
  groups: string[]
  groupCount: number
  notes: string[]
  rights: Rights
}

/** Throws where the file cannot be written. */
export async function writeLastLogin(dataDir: string, login: LastLogin): Promise<void> {
  const file = fileOf(dataDir)
  await writeFile(`${file}.tmp`, JSON.stringify(login), { mode: 0o600 })
  await rename(`${file}.tmp`, file)
}

/** Null: nobody has logged in, or not with this DATA_DIR. */
export async function readLastLogin(dataDir: string): Promise<LastLogin | null> {
  const login = parseJson(await readFile(fileOf(dataDir), 'utf8').catch(() => ''))
  return isObject(login) ? (login as LastLogin) : null
}

function fileOf(dataDir: string): string {
  return path.join(dataDir, 'last-login.json')
}
