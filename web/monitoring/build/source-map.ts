// Reads a source map for upload, and adds the text of sources that it lacks from disk.

import { readFileSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBelow, type ScriptFile } from './map-files.ts'

/** The parts of ECMA-426 that are read. An index map has `sections`. */
type SourceMap = {
  sources?: (string | null)[]
  sourcesContent?: (string | null)[]
  sourceRoot?: string
  sections?: { map?: SourceMap }[]
  /** Ours, see `addLineLengths`. */
  x_errata_line_lengths?: number[]
}

/** Only code is read from disk: a map may name any file, including files with secrets. */
const sourceName = /\.([cm]?[jt]sx?|vue|svelte|astro|mdx)$/

/** `root`: sources outside this folder are not read. Throws if the map is not a JSON object. */
export function readSourceMap(script: ScriptFile, root: string): Buffer {
  const bytes = script.inlineMap ?? readFileSync(script.mapPath ?? '')
  const map = parse(bytes.toString())
  const maps = [map, ...(map.sections ?? []).flatMap((section) => section.map ?? [])]
  const incomplete = maps.filter(lacksContent)
  const folder = dirname(script.mapPath ?? script.path)
  for (const each of incomplete) addContent(each, folder, root)
  const hasLines = addLineLengths(map, readFileSync(script.path, 'utf8'))
  return hasLines || incomplete.length ? Buffer.from(JSON.stringify(map)) : bytes
}

/** More lines are not minified: such a build is not measured. */
const lineLimit = 100_000

/**
 * Browsers name the script of a slow interaction by its position in characters from the start of the file,
 * which is only known with the lengths of the lines. False: all of the code is in the first line.
 */
function addLineLengths(map: SourceMap, code: string): boolean {
  const lines = code.replace(/^\uFEFF/, '').split('\n')
  const isOneLine = lines.slice(1).every((line) => !line || line.startsWith('//# '))
  if (isOneLine || lines.length > lineLimit) return false
  map.x_errata_line_lengths = lines.map(({ length }) => length + 1)
  return true
}

function parse(text: string): SourceMap {
  let map: unknown
  try {
    map = JSON.parse(text)
  } catch {
    // Handled below.
  }
  if (typeof map !== 'object' || map === null || Array.isArray(map))
    throw new Error('the map is not a JSON object')
  return map
}

function lacksContent({ sources, sourcesContent }: SourceMap): boolean {
  return !!sources?.some((_source, index) => typeof sourcesContent?.[index] !== 'string')
}

function addContent(map: SourceMap, folder: string, root: string): void {
  const prefix = map.sourceRoot ? `${map.sourceRoot.replace(/\/$/, '')}/` : ''
  const contents = map.sourcesContent ?? []
  map.sourcesContent = (map.sources ?? []).map(
    (source, index) => contents[index] ?? readSource(`${prefix}${source ?? ''}`, folder, root),
  )
}

/** Returns null if the source is not a file of the project. */
function readSource(source: string, folder: string, root: string): string | null {
  if (!sourceName.test(source)) return null
  try {
    const path = realpathSync(pathOf(source, folder, root))
    return isBelow(realpathSync(root), path) ? readFileSync(path, 'utf8') : null
  } catch {
    return null
  }
}

function pathOf(source: string, folder: string, root: string): string {
  if (source.startsWith('file:')) return fileURLToPath(source)
  // `webpack://shop/./src/cart.ts`, `turbopack:///[project]/src/cart.ts`
  const [, path] = /^[a-z][\w+.-]+:\/\/[^/]*\/(?:\[project\]\/)?(.*)/i.exec(source) ?? []
  return path === undefined ? resolve(folder, source) : resolve(root, path)
}
