// Names of files, in words that survive a deploy: without origin, base path and content hash.

/** Folders that bundlers and servers put parts into. What stands before them is where the application was mounted. */
const BUILT =
  /^(?:assets?|static|js|chunks?|dist|build|bundles?|public|out|scripts?|immutable|entry|nodes|pages-bundle|_next|_nuxt|_app|src)$/

/** Folders that stay: enough to tell Next's many "page.js" apart, few enough to survive a move to another host. */
const FOLDERS = 2

/** "CheckoutForm" of "https://shop.example.com/assets/CheckoutForm-vRGJCjZY.js"; the page itself (an inline script) is "". */
export function fileKey(file: string): string {
  const path = pathOf(file)
  const parts = path.split('/').filter((folder) => folder !== '' && folder !== '.' && folder !== '..')
  const name = path.endsWith('/') ? '' : (parts.pop() ?? '')
  const extension = /\.(?:[cm]?[jt]sx?|vue|svelte|wasm)$/.exec(name)
  if (!extension) return ''
  const folders = parts
    .slice(parts.findLastIndex((folder) => BUILT.test(folder)) + 1)
    .map((folder) => folder.replace(/[-@_]v?\d+(?:\.\d+)+$/, ''))
    .filter((folder) => !isVersion(folder) && !isHash(folder))
  return [...folders.slice(-FOLDERS), withoutHash(name.slice(0, extension.index))].join('/')
}

/** "CheckoutForm.js": the file as people know it. */
export function fileName(file: string): string {
  const name = pathOf(file).split('/').at(-1) ?? ''
  const extension = /\.\w+$/.exec(name)?.[0] ?? ''
  return (
    (withoutHash(name.slice(0, name.length - extension.length)) ||
      name.slice(0, name.length - extension.length)) + extension
  )
}

function pathOf(file: string): string {
  if (file.startsWith('data:')) return ''
  const address = file.replace(/^(?:webpack-internal:\/\/|webpack:\/\/|blob:|turbopack:\/\/|app:\/\/)+/, '')
  const path = address.replace(/^[a-z][\w+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$/, '')
  const archive = path.lastIndexOf('/app.asar/')
  return (archive < 0 ? path : path.slice(archive + '/app.asar'.length)).replaceAll('\\', '/')
}

function withoutHash(name: string): string {
  let rest = name
    .replace(/\.(?:min|chunk|bundle|esm|prod|production|module|_)(?=\.|$)/g, '')
    .replace(/\._$/, '')
  for (let turn = 0; turn < 3; turn++) {
    // A hash of eight may hold the very signs that part it from the name.
    const tails = [/[-.~_]([\w-]{8})$/, /[-.~_]([\da-f]{6,64})$/i].map((pattern) => pattern.exec(rest))
    const tail =
      tails.find((found) => found !== null && isHash(found[1] ?? '')) ??
      /[-._@]v?(?:\d+(?:\.\d+)+|\d{5,})$/.exec(rest)
    if (!tail) break
    rest = rest.slice(0, tail.index)
  }
  return isHash(rest) || /^\d+$/.test(rest) ? '' : rest
}

/** Bundlers write hashes in hex, or as letters of base32 and base64url. A word is told by its lack of digits and of odd capitals. */
function isHash(text: string): boolean {
  if (/^[\da-f]{6,64}$/i.test(text)) return /\d/.test(text)
  if (!/^[\w-]{8}$|^[\w-]{20,24}$/.test(text)) return false
  return /\d/.test(text) ? !/^[a-z]+[-_]?\d{1,2}$/i.test(text) : !isWords(text)
}

/** "settings", "CartPage", "user-list": every word begins small or with one capital, and can be spoken. */
function isWords(text: string): boolean {
  return text
    .split(/[-_]|(?=[A-Z])/)
    .every((word) => /^[A-Z]?[a-z]{2,}$/.test(word) && (ACRONYM.test(word) || SPEAKABLE.test(word)))
}

/** A beginning that a mouth can make, and no heap of consonants behind it. */
const SPEAKABLE =
  /^(?:[^aeiouy]?|[bcfgps]l|[bcdfgkptw]r|[cgpstwr]h|s[ckmnpqtw]|[dt]w|kn|gn|ps|qu|sc[hr]|shr|s[pt]r|spl|squ|thr|chr)[aeiouy](?!.*[^aeiouy]{5})/i
const ACRONYM =
  /^(?:html?|css|svg|pdf|xml|sql|http|db|dns|cms|crm|sdk|npm|jsx|tsx|gps|sms|vpn|tv|rss|ssr|csv|png|jpg|mdx?|dx|ux|ui)$/i

function isVersion(folder: string): boolean {
  return /^v?\d+(?:[._-]\w+)*$/i.test(folder)
}
