// Finds a collector that accepts otel-collector/config.yaml: on the machine, as a download, or built.
import { createHash } from 'node:crypto'
import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '../../server/startup-error.ts'
import type { Config } from '../config.ts'
import { buildCollector } from './build.ts'
import { collectorEnv, configFile, manifestFile } from './configuration.ts'
import { downloadCollector } from './download.ts'

const execute = promisify(execFile)

/** `validate` takes less than a second; a program that does not end is no collector. */
const VALIDATE_TIMEOUT_MS = 20_000
const REASON_LENGTH = 200
/** Characters of a hash of 64: enough to tell manifests apart. */
const HASH_LENGTH = 12

const REMEDY =
  'Remedy: install Go 1.26 or newer, or set OTELCOL to an otelcol-contrib binary, and start again.'

/**
 * Path of a collector that accepts the configuration; undefined where none can be had, or OTELCOL is `none`.
 * Throws a `StartupError` if the collector in OTELCOL does not accept it.
 */
export async function findCollector(config: Config): Promise<string | undefined> {
  if (config.otelcol === 'none') return undefined
  if (config.otelcol !== undefined) {
    const reason = await validate(config, config.otelcol)
    if (reason === undefined) return config.otelcol
    throw new StartupError(
      `OTELCOL=${config.otelcol} does not take ${configFile} (${reason}): name a collector of version ` +
        '0.144 or newer with file_storage, or unset OTELCOL.',
    )
  }
  const cached = cacheFile(config)
  for (const candidate of [...collectorsOnPath(config), cached])
    if ((await validate(config, candidate)) === undefined) return candidate

  console.log(`No OpenTelemetry Collector on this machine: installing one (once, into ${cached}) …`)
  for (const get of [downloadCollector, buildCollector]) {
    const result = await get(config, cached)
    if (!result.ok) console.log(`  ${result.reason}`)
    else if ((await validate(config, cached)) === undefined) return cached
  }
  console.log(`Starting without a collector: the relay forwards straight to the store. ${REMEDY}`)
  return undefined
}

/** The name contains a hash of the manifest without its comments, so another manifest means another file. */
function cacheFile(config: Config): string {
  const manifest = readFileSync(manifestFile, 'utf8').replace(/^#.*\n/gm, '')
  const hash = createHash('sha256').update(manifest).digest('hex').slice(0, HASH_LENGTH)
  return join(cacheDir(config), `otelcol-errata-${hash}`)
}

/** The user's cache folder; where that cannot be written (in a container, say), a folder of this checkout. */
function cacheDir(config: Config): string {
  try {
    mkdirSync(config.cacheDir, { recursive: true })
    accessSync(config.cacheDir, constants.W_OK)
    return config.cacheDir
  } catch {
    return resolve('node_modules/.cache/errata')
  }
}

function collectorsOnPath(config: Config): string[] {
  const folders = (config.environment['PATH'] ?? '').split(delimiter).filter(Boolean)
  return ['otelcol-contrib', 'otelcol']
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .filter((file) => existsSync(file))
}

/** Why this binary cannot be used, in a few words; undefined if it can. */
async function validate(config: Config, binary: string): Promise<string | undefined> {
  if (!existsSync(binary)) return 'there is no such file'
  try {
    const options = { env: collectorEnv(config), timeout: VALIDATE_TIMEOUT_MS }
    await execute(binary, ['validate', '--config', configFile], options)
    return undefined
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    return (stderr || message).trim().split('\n')[0]?.slice(0, REASON_LENGTH) || 'it exited with an error'
  }
}
