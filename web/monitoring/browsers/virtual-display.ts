// An X display without a screen, for MiniBrowser, which has no headless mode.

import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'

/** `name` as in the variable `DISPLAY`. */
type Display = { name: string; close: () => void }

export async function openDisplay(): Promise<Display> {
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
