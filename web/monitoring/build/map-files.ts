// Finds built scripts and their source maps, in a file or inline, and style sheets. Removes the maps before a
// deploy.

import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

/** `file`: relative to the uploaded folder, with `/`. The server matches it with the end of a URL. */
export type BuiltFile = { file: string; path: string }

export type ScriptFile = BuiltFile & {
  /** Path of the map. */
  mapPath?: string
  /** The map, if the script contains it as a `data:` URL. */
  inlineMap?: Buffer
}

const scriptName = /\.[cm]?js$/
const mapName = /\.([cm]?js|css)\.map$/
/** A separate line. The last one counts: earlier ones come from bundled code. */
const comment = /^\/\/[#@] sourceMappingURL=(\S+)[^\S\n]*$/gm

/** Scripts in a folder that have a map, sorted by path. */
export function findScripts(folder: string): ScriptFile[] {
  return readScripts(folder, listFiles(folder))
}

/** Style sheets in a folder, sorted by path. */
export function findStyles(folder: string): BuiltFile[] {
  return readStyles(folder, listFiles(folder))
}

/** Style sheets among `files`, which are relative to the folder. */
export function readStyles(folder: string, files: string[]): BuiltFile[] {
  return files
    .filter((file) => file.endsWith('.css') && isFile(join(folder, file)))
    .map((file) => ({ file: nameOf(file), path: join(folder, file) }))
}

/** Paths of all maps in a folder, including maps of style sheets and of scripts without a comment. */
export function findMaps(folder: string): string[] {
  return listFiles(folder)
    .filter((file) => mapName.test(file))
    .map((file) => join(folder, file))
}

/** Deletes maps of scripts, the comments that name or contain them, and the maps at `others`. */
export function removeMaps(scripts: ScriptFile[], others: string[] = []): void {
  for (const { path } of scripts) {
    const code = readFileSync(path, 'utf8')
    const bare = withoutMapComment(code)
    if (bare !== code) writeFileSync(path, bare)
  }
  const mapPaths = scripts.flatMap(({ mapPath }) => mapPath ?? [])
  for (const path of new Set([...mapPaths, ...others])) rmSync(path, { force: true })
}

/** Without `node_modules`. */
function listFiles(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true }).map(String)
  return files.filter((file) => !file.split(sep).includes('node_modules')).sort()
}

/** Scripts with a map among `files`, which are relative to the folder. */
export function readScripts(folder: string, files: string[]): ScriptFile[] {
  return files.flatMap((file) => (scriptName.test(file) && readScript(folder, file)) || [])
}

function readScript(folder: string, name: string): ScriptFile | undefined {
  const path = join(folder, name)
  if (!isFile(path)) return undefined
  const script = { file: nameOf(name), path }
  const url = mapUrl(readFileSync(path, 'utf8'))
  if (url.startsWith('data:')) return { ...script, inlineMap: decodeDataUrl(url) }
  for (const mapPath of [resolve(dirname(path), decode(url)), `${path}.map`])
    if (isBelow(folder, mapPath) && mapPath !== path && isFile(mapPath)) return { ...script, mapPath }
  return undefined
}

function nameOf(file: string): string {
  return file.split(sep).join('/')
}

/** URL in the last comment; empty without one. */
function mapUrl(code: string): string {
  return [...code.matchAll(comment)].at(-1)?.[1] ?? ''
}

function withoutMapComment(code: string): string {
  const last = [...code.matchAll(comment)].at(-1)
  return last ? code.slice(0, last.index) + code.slice(last.index + last[0].length + 1) : code
}

export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way.split(sep)[0] !== '..' && !isAbsolute(way)
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

function decode(url: string): string {
  const path = url.replace(/[?#].*/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function decodeDataUrl(url: string): Buffer {
  const [, head = '', data = ''] = /^([^,]*),(.*)/s.exec(url) ?? []
  return head.endsWith(';base64') ? Buffer.from(data, 'base64') : Buffer.from(decode(data))
}
