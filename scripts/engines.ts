// Finds the engines beside Chromium that the browser tests run in, or installs them the ordinary way. What cannot be had is left out, and said.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

type Found = { name: 'firefox' | 'webkit'; program: string }
export type Engines = { engines: Found[]; leftOut: string[] }

const titles = { firefox: 'Firefox', webkit: 'WebKit' }
const packages = { firefox: ['firefox-esr'], webkit: ['libwebkit2gtk-4.1-0', 'xvfb', 'xauth', 'dbus'] }
/** An archive that does not answer must not hold up the tests. */
const installMs = 300_000

export function findEngines(env: NodeJS.ProcessEnv = process.env): Engines {
  const names = ['firefox', 'webkit'] as const
  const missing = names.filter((name) => !programOf(name, env))
  if (missing.length)
    install(
      missing.flatMap((name) => packages[name]),
      env,
    )
  const engines = names.flatMap((name) => {
    const program = programOf(name, env)
    return program ? [{ name, program }] : []
  })
  return { engines, leftOut: names.filter((name) => !engines.some((engine) => engine.name === name)).map((name) => titles[name]) }
}

function programOf(name: Found['name'], env: NodeJS.ProcessEnv): string | undefined {
  const named = env[name.toUpperCase()]
  if (named) return existsSync(named) ? named : undefined
  const onPath = (program: string) =>
    (env['PATH'] ?? '')
      .split(delimiter)
      .filter(Boolean)
      .map((folder) => join(folder, program))
      .find((file) => existsSync(file))
  if (name === 'firefox') return onPath('firefox-esr') ?? onPath('firefox')
  // A window needs a screen; where there is none, Xvfb is one.
  return onPath('xvfb-run') && onPath('xauth') && onPath('dbus-run-session') ? miniBrowser() : undefined
}

/** Debian and Ubuntu keep it beside the library, in a folder named after the processor. */
function miniBrowser(): string | undefined {
  if (!existsSync('/usr/lib')) return undefined
  return readdirSync('/usr/lib')
    .map((folder) => `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`)
    .find((file) => existsSync(file))
}

function install(wanted: string[], env: NodeJS.ProcessEnv): void {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  console.log(`Engines for the tests are missing: apt-get install ${wanted.join(' ')} …`)
  const ways = [
    [...sudo, 'apt-get', 'update', '-qq'],
    // One by one, so that what this archive does not have keeps nothing else away.
    ...wanted.map((name) => [...sudo, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', name]),
  ]
  for (const [command = '', ...args] of ways) {
    try {
      execFileSync(command, args, { stdio: 'ignore', timeout: installMs, env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } })
    } catch {
      // What is missing then is named as left out.
    }
  }
}
