// Opens a browser engine at a page, as a person would: no driver, a profile of its own that is gone afterwards.

import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openScreen } from './virtual-display.ts'

export type EngineName = 'chromium' | 'firefox' | 'webkit'
/** Which engine, and where its program is. */
export type Engine = { name: EngineName; program: string }

/** What Firefox would otherwise do with a new profile: greet, ask the network for updates, slow down what nobody looks at. */
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

/** Returns how to close it; what it started goes with it. */
export async function openEngine({ name, program }: Engine, url: string): Promise<() => Promise<void>> {
  const screen = name === 'webkit' ? await openScreen() : undefined
  const home = mkdtempSync(join(tmpdir(), `errata-${name}-`))
  const { args, env } = commandOf[name](program, home, url)
  const variables = Object.entries({ HOME: home, ...(screen && { DISPLAY: screen.display }), ...env }).map(
    ([key, value]) => `${key}=${value}`,
  )
  // A group of its own: these programs are made of many processes.
  const child = spawn('env', [...variables, ...args], { stdio: 'ignore', detached: true })
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  const kill = () => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It is gone already.
    }
    screen?.close()
  }
  process.once('exit', kill)
  return async () => {
    process.off('exit', kill)
    kill()
    await ended
    // The last of its processes may still write while the folder is emptied.
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

type Command = { args: string[]; env?: Record<string, string> }

const commandOf: Record<EngineName, (program: string, home: string, url: string) => Command> = {
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
  firefox(program, home, url) {
    const lines = Object.entries(firefoxPreferences).map(
      ([key, value]) => `user_pref(${JSON.stringify(key)}, ${JSON.stringify(value)});`,
    )
    writeFileSync(join(home, 'user.js'), lines.join('\n'))
    return { args: [program, '--headless', '--no-remote', '--profile', home, url] }
  },
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
        // Its sandbox refuses to run as root and in containers.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      },
    }
  },
}
