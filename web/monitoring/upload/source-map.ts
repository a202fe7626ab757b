// The bytes of a source map as they are sent: with the text of its sources, from the disk where it has none.

import { readFile, realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBelow, isFile, type ScriptFile } from './map-files.ts'

/** ECMA-426, as far as it is read. An index map has `sections`. */
type SourceMap = {
  sources?: (string | null)[]
  sourcesContent?: (string | null)[]
  sourceRoot?: string
  sections?: { map?: SourceMap }[]
}

/** Only code is read from the disk: a map may name any file, also one with secrets. */
const sourceName = /\.([cm]?[jt]sx?|vue|svelte|astro|mdx)$/

/** `root`: sources outside this folder are not read. Throws for a map that is no JSON object. */
export async function readSourceMap(script: ScriptFile, root: string): Promise<Buffer> {
  const bytes = script.inlineMap ?? (await readFile(script.mapPath ?? ''))
  const map = parse(bytes.toString())
  const maps = [map, ...(map.sections ?? []).flatMap((section) => section.map ?? [])]
  const incomplete = maps.filter(lacksContent)
  const folder = dirname(script.mapPath ?? script.path)
  for (const each of incomplete) await addContent(each, folder, root)
  return incomplete.length ? Buffer.from(JSON.stringify(map)) : bytes
}

function parse(text: string): SourceMap {
  let map: unknown
  try {
    map = JSON.parse(text)
  } catch {
    // The answer is below.
  }
  if (typeof map !== 'object' || map === null || Array.isArray(map))
    throw new Error('the map is no JSON object')
  return map
}

function lacksContent({ sources = [], sourcesContent = [] }: SourceMap): boolean {
  return sources.some((_source, index) => typeof sourcesContent[index] !== 'string')
}

async function addContent(map: SourceMap, folder: string, root: string): Promise<void> {
  const { sources = [], sourcesContent = [], sourceRoot = '' } = map
  map.sourcesContent = await Promise.all(
    sources.map(async (source, index) => {
      const path = pathOf(`${sourceRoot && `${sourceRoot.replace(/\/$/, '')}/`}${source}`, folder, root)
      return sourcesContent[index] ?? (source === null || !path ? null : readSource(path, root))
    }),
  )
}

/** undefined: the source is no file. */
function pathOf(source: string, folder: string, root: string): string | undefined {
  const [, scheme, path = ''] = /^([a-z][\w+.-]+):\/\/[^/]*\/(.*)/i.exec(source) ?? []
  if (!scheme) return resolve(folder, source)
  if (scheme === 'file') return fileURLToPath(source)
  // `webpack://shop/./src/cart.ts`, `turbopack:///[project]/src/cart.ts`
  return /^https?$/.test(scheme) ? undefined : resolve(root, path.replace(/^\[project\]\//, ''))
}

async function readSource(path: string, root: string): Promise<string | null> {
  if (!sourceName.test(path) || !(await isFile(path))) return null
  return isBelow(await realpath(root), await realpath(path)) ? readFile(path, 'utf8') : null
}
