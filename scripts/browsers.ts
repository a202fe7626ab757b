// Finds the browsers of the tests. Missing ones are installed without sudo: by Playwright's installer or, as
// root, from the packages of the system.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { StartupError } from '../server/startup-error.ts'
import {
  installedByPlaywright,
  openBrowser,
  playwrightBrowsers,
  type Browser,
  type BrowserName,
} from '../web/monitoring/browsers/launch.ts'

/** Packages of Debian and Ubuntu. */
const PACKAGES: Record<BrowserName, string[]> = {
  chromium: ['chromium-headless-shell', 'fonts-liberation'],
  firefox: ['firefox-esr'],
  webkit: ['libwebkit2gtk-4.1-0', 'xvfb'],
}
/** The headless shell comes first: a page costs it 0.13 s of processor time, the full browser 0.6 s. */
const COMMANDS = {
  chromium: [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    'chrome',
  ],
  firefox: ['firefox-esr', 'firefox'],
}
/** Playwright tries five times: where its servers cannot be reached, it gives up after 15 s. */
const CONNECT_MS = 3000
/** Three browsers are 500 MB; an archive that stalls must not hold up the tests. */
const INSTALL_MS = 300_000
/** A cold browser on a busy machine needs 20 s. */
const OPEN_MS = 40_000

type TestBrowsers = {
  /** Beside Chromium. Each has opened a page: a browser that is installed may still not run here. */
  browsers: Browser[]
  missing: BrowserName[]
  /** For `web/vite.config.ts`: variables with the path of each, or `playwright`. */
  variables: Record<string, string>
}

/** Path of a Chromium or Chrome. Throws an error with the command that installs one. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string {
  const path = env['CHROMIUM']
  if (path && !existsSync(path))
    throw new StartupError(`CHROMIUM=${path} does not exist: name a Chromium or Chrome, or unset CHROMIUM.`)
  const program = path || find('chromium', env) || (install(['chromium'], env), find('chromium', env))
  if (!program) throw new StartupError(`${installHint(['chromium'])} Or set CHROMIUM to the path of one.`)
  return program === installedByPlaywright ? playwrightBrowsers.chromium.executablePath() : program
}

/** Firefox and WebKit. */
export async function findTestBrowsers(env: NodeJS.ProcessEnv = process.env): Promise<TestBrowsers> {
  const names = ['firefox', 'webkit'] as const
  install(
    names.filter((name) => !find(name, env)),
    env,
  )
  const programs = names.flatMap((name) => {
    const program = find(name, env)
    return program ? [{ name, program }] : []
  })
  const opened = await Promise.all(programs.map(opensPage))
  const browsers = programs.filter((_, index) => opened[index])
  const program = (name: BrowserName) => browsers.find((browser) => browser.name === name)?.program ?? ''
  return {
    browsers,
    missing: names.filter((name) => !program(name)),
    variables: { FIREFOX: program('firefox'), WEBKIT: program('webkit') },
  }
}

/** One sentence with the commands that a person can run. */
export function installHint(names: BrowserName[]): string {
  const packages = names.flatMap((name) => PACKAGES[name]).join(' ')
  return (
    `Browsers that cannot be installed or do not open a page here: ${names.join(', ')}. Install them with ` +
    `"npx playwright install --with-deps ${names.join(' ')}" or, on Debian and Ubuntu, ` +
    `"sudo apt-get install ${packages}".`
  )
}

function find(name: BrowserName, env: NodeJS.ProcessEnv): string | undefined {
  const path = env[name.toUpperCase()]
  if (path) return path === installedByPlaywright || existsSync(path) ? path : undefined
  if (existsSync(playwrightBrowsers[name].executablePath())) return installedByPlaywright
  if (name === 'webkit') return onPath('Xvfb', env) && miniBrowser()
  return COMMANDS[name].map((command) => onPath(command, env)).find(Boolean)
}

function onPath(command: string, env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, command)).find((file) => existsSync(file))
}

/** Debian and Ubuntu install it beside the library, in a folder named after the processor. */
function miniBrowser(): string | undefined {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib') : []
  return folders
    .map((folder) => `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`)
    .find((file) => existsSync(file))
}

function install(names: BrowserName[], env: NodeJS.ProcessEnv): void {
  if (!names.length) return
  run(['playwright', 'install', ...names], {
    ...env,
    PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: String(CONNECT_MS),
  })
  const packages = names.filter((name) => !find(name, env)).flatMap((name) => PACKAGES[name])
  if (!packages.length || process.getuid?.() !== 0) return
  const aptEnv = { ...env, DEBIAN_FRONTEND: 'noninteractive' }
  run(['apt-get', 'update', '-qq'], aptEnv)
  // One by one: a package that this archive lacks must not prevent the others.
  for (const name of packages)
    run(['apt-get', 'install', '-y', '-qq', '--no-install-recommends', name], aptEnv)
}

/** What fails here is missing afterwards. */
function run([command = '', ...args]: string[], env: NodeJS.ProcessEnv): void {
  console.log(`Browsers for the tests: ${[command, ...args].join(' ')} …`)
  try {
    execFileSync(command, args, { stdio: 'ignore', timeout: INSTALL_MS, env })
  } catch {
    console.log(`${command} has failed.`)
  }
}

async function opensPage(browser: Browser): Promise<boolean> {
  const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const request = once(server, 'request', { signal: AbortSignal.timeout(OPEN_MS) })
  let close: (() => Promise<void>) | undefined
  try {
    close = await openBrowser(browser, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await request
    return true
  } catch {
    return false
  } finally {
    request.catch(() => {})
    await close?.()
    server.closeAllConnections()
    server.close()
  }
}
