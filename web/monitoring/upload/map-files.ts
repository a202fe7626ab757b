// A built script, and where its source map is: in a file, or in the script itself.

import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'

export type ScriptFile = {
  /** Path relative to the uploaded folder, with `/`. By its end the server recognizes it in a stack. */
  file: string
  path: string
  /** Path of the map. */
  mapPath?: string
  /** The map itself, which the script contains as a `data:` URL. */
  inlineMap?: Buffer
}

const scriptName = /\.[cm]?js$/
/** A line of its own. The last one counts: earlier ones belong to what was bundled. */
const comment = /^\/\/[#@] sourceMappingURL=(\S+)[^\S\n]*$/gm

/** Scripts below a folder that have a map, in the order of their paths; dependencies are left out. */
export async function findScripts(folder: string): Promise<ScriptFile[]> {
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => scriptName.test(name) && !name.split(sep).includes('node_modules'))
  return readScripts(folder, files.sort())
}

/** Those of the `files`, relative to the folder, that are scripts with a map. */
export async function readScripts(folder: string, files: string[]): Promise<ScriptFile[]> {
  const scripts: ScriptFile[] = []
  for (const file of files) {
    const script = scriptName.test(file) && (await readScript(folder, file))
    if (script) scripts.push(script)
  }
  return scripts
}

async function readScript(folder: string, name: string): Promise<ScriptFile | undefined> {
  const path = join(folder, name)
  if (!(await isFile(path))) return undefined
  const script = { file: name.split(sep).join('/'), path }
  const url = mapUrl(await readFile(path, 'utf8'))
  if (url.startsWith('data:')) return { ...script, inlineMap: decodeDataUrl(url) }
  for (const mapPath of [resolve(dirname(path), decode(url)), `${path}.map`])
    if (isBelow(folder, mapPath) && mapPath !== path && (await isFile(mapPath))) return { ...script, mapPath }
  return undefined
}

/** Address in the last comment; empty without one. */
function mapUrl(code: string): string {
  return [...code.matchAll(comment)].at(-1)?.[1] ?? ''
}

export function withoutMapComment(code: string): string {
  const last = [...code.matchAll(comment)].at(-1)
  return last ? code.slice(0, last.index) + code.slice(last.index + last[0].length + 1) : code
}

export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way.split(sep)[0] !== '..' && !isAbsolute(way)
}

export async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  )
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
