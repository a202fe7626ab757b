// Finds an OpenTelemetry Collector that takes our configuration, or builds one. `undefined`: there is really none to be had.
import { createHash } from 'node:crypto'
import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Config } from '../config.ts'
import { buildCollector } from './build.ts'
import { collectorEnv, configFile, manifestFile } from './configuration.ts'
import { downloadCollector } from './download.ts'

const run = promisify(execFile)

/** Path of a collector that passed `validate` with our configuration. Throws one sentence where OTELCOL names one that does not. */
export async function findCollector(config: Config): Promise<string | undefined> {
  if (config.otelcol === 'none') return undefined
  if (config.otelcol) {
    const refusal = await refuses(config, config.otelcol)
    if (refusal)
      throw new Error(
        `OTELCOL=${config.otelcol} does not take ${configFile} (${refusal}): name a collector of version 0.144 or newer with file_storage, or unset OTELCOL.`,
      )
    return config.otelcol
  }
  for (const candidate of [...onPath(config), cached(config)])
    if (!(await refuses(config, candidate))) return candidate

  console.log(`No OpenTelemetry Collector at hand: getting one (once; it is kept in ${cacheDir(config)}) …`)
  for (const get of [downloadCollector, buildCollector]) {
    const got = await get(config, cached(config))
    if (!got.ok) console.log(`  ${got.reason}`)
    else if (!(await refuses(config, cached(config)))) return cached(config)
  }
  console.log(
    'Going on without a collector: the relay forwards straight to the store. Remedy: install Go 1.26 or newer, or set OTELCOL to an otelcol-contrib binary, and start again.',
  )
  return undefined
}

/** Where a home cannot be written (a container's, say), this checkout keeps its own. */
function cacheDir(config: Config): string {
  try {
    mkdirSync(config.cacheDir, { recursive: true })
    accessSync(config.cacheDir, constants.W_OK)
    return config.cacheDir
  } catch {
    return resolve('node_modules/.cache/errata')
  }
}

/** The name says what it was made from, so that a changed manifest is a new file. */
function cached(config: Config): string {
  const made = createHash('sha256').update(readFileSync(manifestFile)).digest('hex').slice(0, 12)
  return join(cacheDir(config), `otelcol-errata-${made}`)
}

function onPath(config: Config): string[] {
  const folders = (config.environment['PATH'] ?? '').split(delimiter).filter(Boolean)
  return ['otelcol-contrib', 'otelcol']
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .filter((file) => existsSync(file))
}

/** Why this binary cannot serve us, in a few words; `undefined` when it can. */
async function refuses(config: Config, binary: string): Promise<string | undefined> {
  if (!existsSync(binary)) return 'there is no such file'
  try {
    await run(binary, ['validate', '--config', configFile], { env: collectorEnv(config), timeout: 20_000 })
    return undefined
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    const said = stderr || message
    return said.trim().split('\n')[0]?.slice(0, 200) || 'it ended with an error'
  }
}
