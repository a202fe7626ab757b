// Spools of relays that no longer run: when RELAYS becomes smaller, the first relay sends them.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'

export function orphanedSpools({
  spoolDir,
  relays,
  number,
}: Pick<Config, 'spoolDir' | 'relays' | 'number'>): string[] {
  if (number !== 1 || !existsSync(spoolDir)) return []
  return readdirSync(spoolDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^\d+$/.test(entry.name) && Number(entry.name) > relays)
    .map((entry) => path.join(spoolDir, entry.name))
}
