// Opens a browser at a URL. System browsers run without a driver, in a temporary profile.

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { chromium, firefox, webkit } from 'playwright'

export type BrowserName = 'chromium' | 'firefox' | 'webkit'
/** `program`: path of the executable, or `installedByPlaywright`. */
export type Browser = { name: BrowserName; program: string }
export const installedByPlaywright = 'playwright'
export const playwrightBrowsers = { chromium, firefox, webkit }

/** Disable what a new Firefox profile does: welcome page, update requests, slow background timers. */
const firefoxPreferences = {
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.safebrowsing.downloads.remote.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.min_background_timeout_value': 4,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#',
  'toolkit.telemetry.enabled': false,
}

/** Returns a function that closes it with all of its processes. */
export async function openBrowser({ name, program }: Browser, url: string): Promise<() => Promise<void>> {
  if (program === installedByPlaywright) {
    const browser = await playwrightBrowsers[name].launch()
    void (await browser.newPage()).goto(url).catch(() => {})
    return () => browser.close()
  }
  const display = name === 'webkit' ? await openDisplay() : undefined
  const home = mkdtempSync(join(tmpdir(), `errata-${name}-`))
  const { args, env } = commands[name](program, home, url)
  const variables = Object.entries({ HOME: home, ...(display && { DISPLAY: display.name }), ...env }).map(
    ([key, value]) => `${key}=${value}`,
  )
  // In a process group: a browser consists of many processes.
  const child = spawn('env', [...variables, ...args], { stdio: 'ignore', detached: true })
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  const kill = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has exited.
    }
    display?.close()
  }
  process.once('exit', kill)
  return async () => {
    process.off('exit', kill)
    kill()
    await exited
    // The last of its processes may still write while the folder is deleted.
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

/** Writes the preferences of the profile. */
export function firefoxArguments(home: string): string[] {
  const lines = Object.entries(firefoxPreferences).map(
    ([key, value]) => `user_pref(${JSON.stringify(key)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(home, 'user.js'), lines.join('\n'))
  return ['--headless', '--no-remote', '--profile', home]
}

type Command = { args: string[]; env?: Record<string, string> }

const commands: Record<BrowserName, (program: string, home: string, url: string) => Command> = {
  chromium: (program, home, url) => ({
    args: [
      program,
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      `--user-data-dir=${home}`,
      url,
    ],
  }),
  firefox: (program, home, url) => ({ args: [program, ...firefoxArguments(home), url] }),
  webkit(program, home, url) {
    mkdirSync(join(home, 'run'), { mode: 0o700 })
    return {
      args: [program, url],
      env: {
        XDG_RUNTIME_DIR: join(home, 'run'),
        DBUS_SESSION_BUS_ADDRESS: 'disabled:',
        GDK_BACKEND: 'x11',
        GIO_USE_VFS: 'local',
        GSETTINGS_BACKEND: 'memory',
        LIBGL_ALWAYS_SOFTWARE: '1',
        NO_AT_BRIDGE: '1',
        WEBKIT_DISABLE_COMPOSITING_MODE: '1',
        // Its sandbox does not run as root or in a container.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      },
    }
  },
}

/** `name`: value of `DISPLAY`. MiniBrowser has no headless mode. */
type Display = { name: string; close: () => void }

async function openDisplay(): Promise<Display> {
  // Xvfb chooses a free number and writes it to file descriptor 3 when it listens.
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`Xvfb exited with code ${code}`)))
    ;(server.stdio[3] as Readable).once('data', (text: Buffer) => resolve(text.toString().trim()))
  })
  return { name: `:${number}`, close: () => void server.kill('SIGTERM') }
}
