// Where a frame is, in words that survive a deploy and an engine: the file without origin and content hash, the function without class and alias.
import type { StackFrame } from './stack.ts'

/** Whose code a frame is. Only `own` frames tell issues apart while there are any. */
export type Owner = 'own' | 'library' | 'extension' | 'third party' | 'engine'

const EXTENSION = /^(?:chrome|moz|safari|safari-web|ms-browser)-extension:|^webkit-masked-url:/
const LIBRARY = /(?:^|\/)node_modules\/|^node:|(?:^|\/)(?:react-dom|zone|zone\.umd)(?:[.-][\w.-]*)?\.js/
const ENGINE = /^(?:<anonymous>|\[native code\]|native|index \d+|eval at .*|debugger eval code|self-hosted)?$/

/** Frames that other monitors, zone.js and React put between ours. */
const WRAPPERS =
  /^(?:sentryWrapped|nrWrapper|__ddWrap\w*|ddWrapper|bugsnag\w*|rollbar_wrapped|_?Zone\w*|invokeTask|runTask|invokeGuardedCallback\w*|callCallback\w*|performUnitOfWork|workLoop\w*|renderWithHooks\w*|renderRoot\w*|beginWork\w*|runWithFiberInDEV|react_stack_bottom_frame|commit(?:Root|MutationEffects|PassiveMountEffects)\w*|performWorkOnRoot\w*|performSyncWork\w*|flushSyncWork\w*|dispatchEvent\w*|batchedUpdates\w*|executeDispatch\w*|processDispatchQueue)$/

export function ownerOf(frame: StackFrame, page: string): Owner {
  if (ENGINE.test(frame.file)) return 'engine'
  if (EXTENSION.test(frame.file)) return 'extension'
  if (LIBRARY.test(frame.file)) return 'library'
  if (isWrapper(frame.function)) return 'library'
  return isForeign(frame.file, page) ? 'third party' : 'own'
}

/** "CheckoutForm.js" of "https://shop.example.com/assets/CheckoutForm-vRGJCjZY.js"; the page itself (an inline script) is "". */
export function fileKey(file: string): string {
  const path = pathOf(file)
  const name = path.slice(path.lastIndexOf('/') + 1)
  const extension = /\.(?:[cm]?[jt]sx?|vue|svelte|wasm)$/.exec(name)
  if (!extension) return ''
  const folders = path
    .split('/')
    .slice(0, -1)
    .filter((folder) => folder !== '' && !isVersion(folder) && !isHash(folder))
  const bare = withoutHash(name.slice(0, extension.index))
  return [...folders.slice(-FOLDERS), bare].join('/')
}

/** "CheckoutForm.js": the file as people know it. */
export function fileName(file: string): string {
  const name = pathOf(file).split('/').at(-1) ?? ''
  const extension = /\.\w+$/.exec(name)?.[0] ?? ''
  return (withoutHash(name.slice(0, name.length - extension.length)) || name.slice(0, name.length - extension.length)) + extension
}

/** Folders that stay in a file's key: enough to tell Next's many "page.js" apart, few enough to survive a move to another host. */
const FOLDERS = 2

/** "total" of "Cart.total", "Object.total [as sum]", "total$1", "total/<". Empty: no name, or one that a minifier made. */
export function functionKey(name: string): string {
  const bare = plainName(name)
  return isMinified(bare) ? '' : bare
}

export function plainName(name: string): string {
  const bare = name
    .replace(/ \[as [^\]]*\]$/, '')
    .replace(/(?:\/?<)+$/, '')
    .replace(/^(?:get|set|static|async) /, '')
    .replace(/\$\d+$/, '')
  const last = bare.slice(Math.max(bare.lastIndexOf('.'), bare.lastIndexOf('/')) + 1)
  return /^(?:<?anonymous>?(?: function)?|(?:global|module|eval) code|eval|\?)$/.test(last) ? '' : last
}

/** Minifiers use one or two letters, and three in big bundles ("cIe", "i$r"), which no person writes that way. */
function isMinified(name: string): boolean {
  return name.length < 3 || (name.length === 3 && /[$\d]|^.[A-Z]|[a-z][A-Z]$/.test(name))
}

function isWrapper(name: string): boolean {
  const [first = ''] = name.split('.')
  return WRAPPERS.test(plainName(name)) || /^_?Zone[A-Z]\w*$/.test(first)
}

function isForeign(file: string, page: string): boolean {
  const [script, own] = [URL.parse(file), URL.parse(page)]
  if (!script || !own || !/^https?:$/.test(script.protocol) || !/^https?:$/.test(own.protocol)) return false
  return site(script.hostname) !== site(own.hostname)
}

/** The last two labels of a host: "cdn.shop.example" and "www.shop.example" are one house. */
function site(host: string): string {
  return /^[\d.]+$|:/.test(host) ? host : host.split('.').slice(-2).join('.')
}

function pathOf(file: string): string {
  const address = file.replace(/^(?:webpack-internal:\/\/|webpack:\/\/|blob:|turbopack:\/\/|app:\/\/)+/, '')
  const path = address.replace(/^[a-z][\w+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$/, '')
  const archive = path.lastIndexOf('/app.asar/')
  return (archive < 0 ? path : path.slice(archive + '/app.asar'.length)).replaceAll('\\', '/')
}

function withoutHash(name: string): string {
  let rest = name.replace(/\.(?:min|chunk|bundle)\b/g, '')
  for (let turn = 0; turn < 3; turn++) {
    const tail = /[-.~_]([\w-]{8})$/.exec(rest) ?? /[-.~_]([\da-f]{6,64})$/i.exec(rest)
    if (!tail || !isHash(tail[1] ?? '')) break
    rest = rest.slice(0, tail.index)
  }
  return isHash(rest) || /^\d+$/.test(rest) ? '' : rest
}

/** Bundlers write hashes in hex, or as eight letters of base64url. A word is told by its lack of digits and of odd capitals. */
function isHash(text: string): boolean {
  if (/^[\da-f]{6,64}$/i.test(text)) return /\d/.test(text)
  if (!/^[\w-]{8}$|^[\w-]{20,24}$/.test(text)) return false
  return /\d/.test(text) || /[A-Z]{3}/.test(text) || (text.match(/[a-z][A-Z]/g)?.length ?? 0) > 1
}

function isVersion(folder: string): boolean {
  return /^v?\d+(?:[._-]\w+)*$/i.test(folder)
}
