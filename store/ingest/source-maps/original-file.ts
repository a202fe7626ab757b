// The name of an original file for people: the same in the next deploy, on another build server, and as far
// as possible with another bundler: "src/cart.ts", "node_modules/react-dom/client.js".
import { unescapeAddress, withoutControl } from './texts.ts'

/** No path of a file is longer. */
const MAX_LENGTH = 1_000

/** Where a build server mounts the project is not known. Names that are kept of a path without `src`. */
const ABSOLUTE_NAMES = 3

/** Modules that a bundler makes: `\0vite/preload-helper.js`, `virtual:pwa-register`. */
const VIRTUAL = /^.*(?:\0|\bvirtual:)/

/** Before the path: of webpack the name of the package or of the layer, of Turbopack the file system. */
const BUNDLER = /^(?:@[^/]+\/[^/]+\/(?=\.\/)|[^/]+\/(?=\.\/)|\([^()/]+\)\/(?=\.\/)|\[project\]\/)+/

/** Code of the bundler itself: "[turbopack]/browser/runtime.js", "webpack/bootstrap", "vite/preload". */
const RUNTIME = /^(?:\[([\w-]+)\]|(webpack)(?=\/(?:bootstrap|runtime\/)))\//

/** `sourceRoot` and `source` as in the map. Empty: nothing is left. */
export function originalFile(source: string, sourceRoot: string): string {
  const joined = join(sourceRoot.slice(0, MAX_LENGTH), source.slice(0, MAX_LENGTH))
  const address = unescapeAddress(joined.split(/[?#]/)[0] ?? '').replaceAll('\\', '/')
  const isVirtual = VIRTUAL.test(address)
  const path = address.replace(VIRTUAL, '')
  const scheme = /^([a-z][a-z\d+.-]+):\/(?:\/([^/]*)\/)?/i.exec(path)
  const local = scheme ? path.slice(scheme[0].length) : path
  const isAbsolute = scheme?.[1] === 'file' || /^(?:\/@fs\/|\/|[a-z]:\/)/i.test(path)
  const names = namesOf(scheme ? withoutBundler(withScope(scheme[2] ?? '', local)) : local)
  const dependency = names.lastIndexOf('node_modules')
  if (dependency >= 0) return names.slice(dependency).join('/')
  if (isVirtual && !isAbsolute) return ['node_modules', ...names].join('/')
  return (isAbsolute ? withoutProject(names) : names).join('/')
}

function join(root: string, source: string): string {
  const isAbsolute = /^(?:\/|[a-z][a-z\d+.-]+:)/i.test(source)
  if (root === '' || isAbsolute) return source
  return root.endsWith('/') ? root + source : `${root}/${source}`
}

/** The host of "webpack://@scope/name/./src/a.ts" is only a part of the name. */
function withScope(host: string, path: string): string {
  return host.startsWith('@') ? `${host}/${path}` : path
}

function withoutBundler(path: string): string {
  return path.replace(BUNDLER, '').replace(RUNTIME, 'node_modules/$1$2/')
}

/** Without ".", and with ".." applied: it never leads out of the project. */
function namesOf(path: string): string[] {
  const names: string[] = []
  for (const part of path.split('/')) {
    const name = withoutControl(part).trim()
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return names
}

/** "/home/ci/build/src/a.ts" is "src/a.ts". */
function withoutProject(names: string[]): string[] {
  const src = names.lastIndexOf('src', -2)
  return src < 0 ? names.slice(-ABSOLUTE_NAMES) : names.slice(src)
}
