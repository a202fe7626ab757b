// Spools of relays that no longer run: after RELAYS was made smaller, the first relay sends what the others left.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'

export function orphanedSpools({
  spoolDir,
  relays,
  number,
}: Pick<Config, 'spoolDir' | 'relays' | 'number'>): string[] {
  if (number !== 1 || !existsSync(spoolDir)) return []
  return readdirSync(spoolDir)
    .filter((name) => /^\d+$/.test(name) && Number(name) > relays)
    .map((name) => path.join(spoolDir, name))
}
