// Python with Sentry's SDK, in an environment of its own in the user's cache.
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const SDK = 'sentry-sdk==2.75.0'
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'errata/python')
const execute = promisify(execFile)

/** Whether Python is installed, and can make environments. */
export function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'import ensurepip, venv'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Runs a program with the SDK to its end. Rejects with what it prints where its exit code is not 0. */
export async function runPython(file: string, env: Record<string, string>): Promise<void> {
  const python = await installSdk()
  await execute(python, [file], { env: { ...process.env, ...env } })
}

/** Resolves to the interpreter. The first time, the SDK is installed from the registry of Python. */
async function installSdk(): Promise<string> {
  const folder = join(CACHE, SDK)
  const [python, installed] = [join(folder, 'bin/python'), join(folder, 'installed')]
  if (existsSync(installed)) return python
  rmSync(folder, { recursive: true, force: true })
  await execute('python3', ['-m', 'venv', folder])
  await execute(python, ['-m', 'pip', 'install', '--quiet', SDK])
  writeFileSync(installed, '')
  return python
}
