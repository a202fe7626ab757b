// A screen that nobody sees, for an engine that cannot do without one.

import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'

export type Screen = { display: string; close: () => void }

export async function openScreen(): Promise<Screen> {
  // It looks for a free number by itself and writes it to file 3 when it listens.
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
    ;(server.stdio[3] as Readable).once('data', (text: Buffer) => resolve(text.toString().trim()))
  })
  return { display: `:${number}`, close: () => void server.kill('SIGTERM') }
}
