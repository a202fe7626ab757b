// The login of the commands: a file of the user that only they can read.

import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** `url`: of the last login. `tokens`: by URL. */
export type StoredLogin = { url: string | undefined; tokens: Record<string, string> }

type Environment = NodeJS.ProcessEnv

/** As the XDG Base Directory Specification says. */
export function credentialsFile(env: Environment): string {
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'errata', 'credentials.json')
}

/** Empty without a login. */
export function readStoredLogin(env: Environment): StoredLogin {
  try {
    const { url, tokens } = JSON.parse(readFileSync(credentialsFile(env), 'utf8')) as Partial<StoredLogin>
    return { url: typeof url === 'string' ? url : undefined, tokens: { ...tokens } }
  } catch {
    return { url: undefined, tokens: {} }
  }
}

/** `token`: undefined where Errata needs none. */
export function storeLogin(env: Environment, url: string, token: string | undefined): void {
  const file = credentialsFile(env)
  const { [url]: _previous, ...others } = readStoredLogin(env).tokens
  const login: StoredLogin = { url, tokens: { ...others, ...(token && { [url]: token }) } }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const part = `${file}.${process.pid}`
  writeFileSync(part, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 })
  // An old part may have had another mode.
  chmodSync(part, 0o600)
  renameSync(part, file)
}
