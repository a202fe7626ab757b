// Finds the engines beside Chromium that the browser tests run in, or installs them the ordinary way. What cannot be had is left out, and said.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { openEngine, type Engine } from '../web/monitoring/browsers/launch.ts'

const packages = { firefox: ['firefox-esr'], webkit: ['libwebkit2gtk-4.1-0', 'xvfb'] }
const names = ['firefox', 'webkit'] as const
type Name = (typeof names)[number]
/** An archive that does not answer must not hold up the tests. */
const installMs = 300_000
/** A cold engine on a busy machine takes its time. */
const openMs = 40_000

export type Engines = {
  engines: Engine[]
  leftOut: Name[]
  /** Variables by which `web/vite.config.ts` knows them. */
  variables: Record<string, string>
}

/** Each was opened at a page once: a program that is there may still not run here. */
export async function findEngines(env: NodeJS.ProcessEnv = process.env): Promise<Engines> {
  const missing = names.filter((name) => !programOf(name, env))
  if (missing.length)
    install(
      missing.flatMap((name) => packages[name]),
      env,
    )
  const found = names.flatMap((name) => {
    const program = programOf(name, env)
    return program ? [{ name, program }] : []
  })
  const works = await Promise.all(found.map(opensPage))
  const engines = found.filter((_, index) => works[index])
  const programs = names.map((name) => [
    name.toUpperCase(),
    engines.find((engine) => engine.name === name)?.program ?? '',
  ])
  return {
    engines,
    leftOut: names.filter((name) => !engines.some((engine) => engine.name === name)),
    variables: Object.fromEntries(programs) as Record<string, string>,
  }
}

function programOf(name: Name, env: NodeJS.ProcessEnv): string | undefined {
  const named = env[name.toUpperCase()]
  if (named) return existsSync(named) ? named : undefined
  const onPath = (program: string) =>
    (env['PATH'] ?? '')
      .split(delimiter)
      .filter(Boolean)
      .map((folder) => join(folder, program))
      .find((file) => existsSync(file))
  if (name === 'firefox') return onPath('firefox-esr') ?? onPath('firefox')
  return onPath('Xvfb') ? miniBrowser() : undefined
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
      execFileSync(command, args, {
        stdio: 'ignore',
        timeout: installMs,
        env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    } catch {
      // What is missing then is named as left out.
    }
  }
}

async function opensPage(engine: Engine): Promise<boolean> {
  const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const asked = once(server, 'request', { signal: AbortSignal.timeout(openMs) })
  let close: (() => Promise<void>) | undefined
  try {
    close = await openEngine(engine, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await asked
    return true
  } catch {
    return false
  } finally {
    asked.catch(() => {})
    await close?.()
    server.closeAllConnections()
    server.close()
  }
}
