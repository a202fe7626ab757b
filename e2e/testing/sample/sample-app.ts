// The built scripts of the sample data: stacks are minified, and their source maps show the code.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { generatedPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { build } from 'vite'
import { findScripts, type ScriptFile } from '../../../web/monitoring/build/map-files.ts'
import { uploadMaps } from '../../../web/monitoring/build/upload-maps.ts'
import { PREVIOUS_RELEASE, RELEASE } from './sample-sender.ts'

/** A position in the sources of `sample-app/`: the file, and a text that occurs once in it. */
export type SamplePosition = [file: string, text: string]

/** Of a minified script: `at r (https://shop.example/assets/shop.js:1:470)`, without `at`. */
export type FrameAt = (position: SamplePosition) => string

const SOURCES = join(import.meta.dirname, 'sample-app')
const SERVICES = ['shop', 'admin'] as const

/** Sends the source maps of both releases. If they are rejected, it prints why and goes on without them. */
export async function sendSampleMaps(url: string, token?: string): Promise<Map<string, FrameAt>> {
  const folder = mkdtempSync(join(tmpdir(), 'errata-sample-app-'))
  try {
    const frames = new Map<string, FrameAt>()
    for (const service of SERVICES) {
      const outDir = join(folder, service)
      await buildScript(service, outDir)
      const scripts = findScripts(outDir)
      frames.set(service, frameReader(scripts[0]!))
      for (const release of [PREVIOUS_RELEASE, RELEASE]) {
        const { problems } = await uploadMaps({ url, token, service, release }, scripts, outDir)
        for (const problem of problems)
          console.error(`No source map for ${service} ${release}: ${problem}. ${hint(token)}`)
      }
    }
    return frames
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function hint(token: string | undefined): string {
  return token === undefined
    ? 'With a login, make a token for maps in Settings, API tokens, and run this again with it in API_TOKENS.'
    : ''
}

async function buildScript(service: string, outDir: string): Promise<void> {
  const output = {
    entryFileNames: 'assets/[name].js',
    // The folder of the output is elsewhere: the names of the sources are as of a folder `dist`.
    sourcemapPathTransform: (source: string, map: string) =>
      join('../../..', relative(SOURCES, resolve(dirname(map), source))),
  }
  const input = `${service}.ts`
  await build({
    configFile: false,
    root: SOURCES,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      sourcemap: true,
      rolldownOptions: { input, preserveEntrySignatures: 'strict', output },
    },
  })
}

function frameReader({ file, path, mapPath }: ScriptFile): FrameAt {
  const code = readFileSync(path, 'utf8').split('\n')
  const map = new TraceMap(readFileSync(mapPath!, 'utf8'))
  return ([name, text]) => {
    const source = map.sources.find((path) => path?.endsWith(`/${name}`))
    const before = readFileSync(join(SOURCES, name), 'utf8').split(text)[0]!.split('\n')
    const original = { source: source!, line: before.length, column: before.at(-1)!.length }
    const { line, column } = generatedPositionFor(map, original)
    if (line === null) throw new Error(`${name} has no "${text}" in the built script`)
    const outer = [...code[line - 1]!.slice(0, column).matchAll(/function (\w+)\(/g)].at(-1)?.[1]
    return `${outer ?? '<anonymous>'} (https://shop.example/${file}:${line}:${column + 1})`
  }
}
