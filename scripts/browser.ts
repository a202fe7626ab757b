// Finds a Chromium for the tests, or installs one the ordinary way.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

/** Path of the browser. Throws one sentence with the remedy where none can be had. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string {
  const named = env['CHROMIUM']
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM=${named} does not exist: name a Chromium or Chrome, or unset CHROMIUM.`)
  }
  return at(env) ?? install(env)
}

function at(env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const found = names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file))
  return found ?? [chromium.executablePath()].find((file) => existsSync(file))
}

function install(env: NodeJS.ProcessEnv): string {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const ways = [
    [...sudo, 'apt-get', 'update', '-qq'],
    [...sudo, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'],
    ['playwright', 'install', 'chromium'],
  ]
  for (const [command = '', ...args] of ways) {
    if (at(env)) break
    console.log(`No Chromium for the tests: ${[command, ...args].join(' ')} …`)
    try {
      execFileSync(command, args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    } catch {
      // The next way may work; if none does, the sentence below says so.
    }
  }
  const found = at(env)
  if (!found)
    throw new Error(
      'No Chromium could be installed: install one by hand, or set CHROMIUM to the path of a Chromium or Chrome.',
    )
  return found
}
