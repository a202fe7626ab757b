// Names of files that stay the same in the next deploy: without origin, base path and content hash.
import { isWasm, wasmModule } from './stack-frame.ts'
import { pattern } from './pattern.ts'

/** Folders that bundlers and servers write to. The path before them is where the application was mounted. */
const BUILD_FOLDERS = pattern()`
    ^(?:assets?|static|js|chunks?|dist|build|bundles?|public|out|scripts?|immutable|entry|nodes
    |pages-bundle|_next|_nuxt|_app|src)$
  `

/** Enough to tell the many "page.js" of Next.js apart, few enough to stay the same on another host. */
const KEY_FOLDERS = 2

/** "CheckoutForm" of "https://shop.example.com/assets/CheckoutForm-vRGJCjZY.js"; "" for an inline script. */
export function fileKey(file: string): string {
  // JavaScriptCore does not name the module of a function of WebAssembly.
  if (isWasm(file)) return ''
  const path = pathOf(file)
  const parts = path.split('/').filter((folder) => folder !== '' && folder !== '.' && folder !== '..')
  const name = path.endsWith('/') ? '' : (parts.pop() ?? '')
  const extension = /\.(?:[cm]?[jt]sx?|vue|svelte|wasm)$/.exec(name)
  if (!extension) return ''
  const folders = parts
    .slice(parts.findLastIndex((folder) => BUILD_FOLDERS.test(folder)) + 1)
    .map((folder) => folder.replace(/[-@_]v?\d+(?:\.\d+)+$/, ''))
    .filter((folder) => !isVersion(folder) && !isHash(folder))
  return [...folders.slice(-KEY_FOLDERS), withoutHash(name.slice(0, extension.index))].join('/')
}

/** "CheckoutForm.js": the name of the source file; empty where a bundler made it ("0xolkgbqcx3m4.js"). */
export function fileName(file: string): string {
  const name =
    pathOf(isWasm(file) ? wasmModule(file) : file)
      .split('/')
      .at(-1) ?? ''
  const extension = /\.\w+$/.exec(name)?.[0] ?? ''
  const stem = withoutHash(name.slice(0, name.length - extension.length))
  return stem === '' ? '' : stem + extension
}

/** Whether a bundler put a hash of the content into the name: in another release it has other content. */
export function isContentHashed(file: string): boolean {
  const name = pathOf(file).split('/').at(-1) ?? ''
  const stem = name.replace(/\.\w+$/, '').replace(/\.(?:min|chunk|bundle|esm)$/, '')
  if (isHash(stem) || turbopackHash(stem) !== null) return true
  return TAILS.some((tail) => isHash(tail.exec(stem)?.[1] ?? ''))
}

function pathOf(file: string): string {
  if (file.startsWith('data:')) return ''
  const address = file.replace(/^(?:webpack-internal:\/\/|webpack:\/\/|blob:|turbopack:\/\/|app:\/\/)+/, '')
  const path = address.replace(/^[a-z][\w+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$/, '')
  const archive = path.lastIndexOf('/app.asar/')
  return (archive < 0 ? path : path.slice(archive + '/app.asar'.length)).replaceAll('\\', '/')
}

/** Suffixes that bundlers and servers add to one name: a hash, a version, a build number. */
const MAX_SUFFIXES = 3

/** Ends of a name that may be a hash. One of eight characters may contain the separators too. */
const TAILS = [/[-.~_]([\w-]{8})$/, /[-.~_]([\da-z]{9,32})$/i, /[-.~_]([\da-f]{6,64})$/i]

/** Of Turbopack: 64 bits with 38 digits, so that the first is small. */
const TURBOPACK = /(?:^|[-.~_])([0-2][a-z\d_-]{12})$/

function withoutHash(name: string): string {
  let rest = name
    .replace(/\.(?:min|chunk|bundle|esm|prod|production|module|_)(?=\.|$)/g, '')
    .replace(/\._$/, '')
  for (let round = 0; round < MAX_SUFFIXES; round++) {
    const candidates = TAILS.map((tail) => tail.exec(rest))
    const tail =
      turbopackHash(rest) ??
      candidates.find((match) => match !== null && isHash(match[1] ?? '')) ??
      /[-._@]v?(?:\d+(?:\.\d+)+|\d{5,})$/.exec(rest)
    if (!tail) break
    rest = rest.slice(0, tail.index).replace(/[-_~]+$/, '')
  }
  return isHash(rest) || /^\d+$/.test(rest) ? '' : rest
}

function turbopackHash(name: string): RegExpExecArray | null {
  const match = TURBOPACK.exec(name)
  const parts = match?.[1]?.split(/[-_]/) ?? []
  return parts.some((part) => !/^\d*$/.test(part) && !isReadable(part)) ? match : null
}

/** Hashes are hex, base32, base36 or base64url. A word has no digits, and capitals only at its beginning. */
function isHash(text: string): boolean {
  if (/^[\da-f]{6,64}$/i.test(text)) return /\d/.test(text)
  if (/^[\w-]{8}$|^[\w-]{20,24}$/.test(text))
    return /\d/.test(text) ? !/^[a-z]+[-_]?\d{1,2}$/i.test(text) : !isReadable(text)
  return /^[\w-]{9,32}$/.test(text) && text.split(/[-_]/).some(mixesDigits)
}

/** "01uywropc4gie": a word has one number at most, at its end or inside ("html5", "html2canvas"). */
function mixesDigits(part: string): boolean {
  const numbers = part.match(/\d+/g) ?? []
  return part.length >= 7 && numbers.length > 1 && /[a-z]/i.test(part)
}

/** "settings", "CartPage", "user-list": words that can be spoken, with a capital only at their beginning. */
function isReadable(text: string): boolean {
  return text
    .split(/[-_]|(?=[A-Z])/)
    .every((word) => /^[A-Z]?[a-z]{2,}$/.test(word) && (ACRONYM.test(word) || PRONOUNCEABLE.test(word)))
}

/** A beginning of English syllables, and no five consonants in a row after it. */
const PRONOUNCEABLE = pattern('i')`
    ^(?:[^aeiouy]?|[bcfgps]l|[bcdfgkptw]r|[cgpstwr]h|s[ckmnpqtw]|[dt]w|kn|gn|ps|qu|sc[hr]|shr|s[pt]r|spl
    |squ|thr|chr)[aeiouy](?!.*[^aeiouy]{5})
  `
const ACRONYM = pattern('i')`
    ^(?:html?|css|svg|pdf|xml|sql|http|db|dns|cms|crm|sdk|npm|jsx|tsx|gps|sms|vpn|tv|rss|ssr|csv|png|jpg
    |mdx?|dx|ux|ui)$
  `

function isVersion(folder: string): boolean {
  return /^v?\d+(?:[._-]\w+)*$/i.test(folder)
}
