// Whose code a frame is.
import { plainName } from './function-key.ts'
import type { StackFrame } from './stack-frame.ts'
import { pattern } from './pattern.ts'

/** Where there are `own` frames, only they decide the issue. */
export type Owner = 'own' | 'library' | 'extension' | 'third party' | 'engine'

const EXTENSION =
  /^(?:chrome|moz|safari|safari-web|ms-browser|edge|opera)-extension:|^webkit-masked-url:|^user-script:/
const ENGINE = pattern()`
    ^(?:<anonymous>|\[native code\]|native|unknown location|index \d+|debugger eval code|self-hosted
    |(?:chrome|resource|snippet):.*|VM\d+)?$
  `

/** Packages, in the folders of bundlers and package managers, and chunks that contain only packages. */
const LIBRARY = pattern('i')`
    ^ignored:|(?:^|/)node_modules[/_]|(?:^|/)\.(?:yarn|pnpm)/|^node:|(?:^|/)internal/process/|(?:^
    |/)(?:chunk-)?vendors?(?:[-.~@_][^/]*)?\.m?js|(?:^|/)[\w-]+[-.~]vendors?(?:[-.~][^/]*)?\.m?js|(?:^
    |/)(?:react-dom|react|scheduler|zone|zone\.umd|jquery|lodash|vue|angular|polyfills?
    |framework)(?:[.-][\w.-]*)?\.m?js
  `

/** The script of Errata as the relay serves it, and its chunks. */
const MONITOR = /^https?:\/\/[^/]+\/monitoring(?:\/[\w-]+-[\w-]{8})?\.js$/

/** Functions of Errata in a bundle, of other monitoring tools, zone.js, React, Vue and Angular. */
const WRAPPERS = pattern()`
    ^(?:errata(?:Fetch|Request|History|Console)|sentryWrapped|nrWrapper|newrelicWrapper|__ddWrap\w*
    |ddWrapper|bugsnag\w*
    |rollbar_wrapped
    |_?Zone\w*|invokeTask|runTask|onInvokeTask|invokeGuardedCallback\w*|callCallback\w*
    |performUnitOfWork\w*|workLoop\w*|renderWithHooks\w*|renderRoot\w*|beginWork\w*|completeWork
    |runWithFiberInDEV|react_stack_bottom_frame|update(?:Function|Class|Forward|Simple|Memo)\w*Component
    |mount(?:Indeterminate|Lazy|Class)\w*Component|finishClassComponent|callComponentInDEV
    |callRenderInDEV|callComponentDidMountInDEV|callCreateInDEV|commit(?:Root|Before|Mutation|Layout
    |Passive|Hook|Detach|Class)\w*|recursivelyTraverse\w*|flush(?:Passive|Sync|Mutation|Layout|Spawned
    |Pending|Work)\w*|perform(?:Work|Sync|Concurrent)\w*|processRootScheduleInMicrotask|dispatchEvent\w*
    |dispatchDiscreteEvent|batchedUpdates\w*|executeDispatch\w*|processDispatchQueue\w*
    |dispatchEventForPluginEventSystem|callWith(?:Async)?ErrorHandling|flushJobs|renderComponentRoot
    |componentUpdateFn|executeTemplate|refreshView|wrapListenerIn\w*)$
  `

/** Suffixes under which anybody can register a name: the label before them belongs to the owner. */
const SHARED_SUFFIX = pattern()`
    (?:^|\.)(?:(?:co|com|net|org|gov|ac|edu|or|ne|go)\.[a-z]{2}|github\.io|gitlab\.io|vercel\.app
    |netlify\.app|pages\.dev|workers\.dev|web\.app|herokuapp\.com|cloudfront\.net|azurewebsites\.net
    |fly\.dev|onrender\.com)$
  `

export function ownerOf(frame: StackFrame, page: string): Owner {
  if (frame.owner !== undefined) return frame.owner
  // The function does not show the origin of code that `eval` made.
  if (frame.isEvaluated || ENGINE.test(frame.file)) return 'engine'
  if (EXTENSION.test(frame.file)) return 'extension'
  const file = frame.file.replace(/[?#].*$/, '')
  if (LIBRARY.test(file) || MONITOR.test(file)) return 'library'
  if (isWrapper(frame.function)) return 'library'
  return isForeign(frame.file, page) ? 'third party' : 'own'
}

function isWrapper(name: string): boolean {
  const [first = ''] = name.split('.')
  return WRAPPERS.test(plainName(name)) || /^(?:_?Zone[A-Z]\w*|errataRequest)$/.test(first)
}

function isForeign(file: string, page: string): boolean {
  const [script, document] = [URL.parse(file.replace(/^blob:/, '')), URL.parse(page)]
  if (!script || !document) return false
  if (!/^https?:$/.test(script.protocol) || !/^https?:$/.test(document.protocol)) return false
  return site(script.hostname) !== site(document.hostname)
}

/** The registered domain: "cdn.shop.example" and "www.shop.example" have the same owner. */
function site(host: string): string {
  if (/^[\d.]+$|:/.test(host)) return host
  return host
    .split('.')
    .slice(SHARED_SUFFIX.test(host) ? -3 : -2)
    .join('.')
}
