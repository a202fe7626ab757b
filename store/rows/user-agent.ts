// A user agent → browser and operating system as people name them: "Chrome 156", "iOS 17.5".
import { parse as parseUserAgent } from 'bowser'

type UserAgent = { browser: string; os: string }
export type UserAgentParser = (userAgent: string) => UserAgent

/** A site has some hundreds of user agents a day; parsing one takes longer than the rest of a row. */
const MAX_CACHED = 2_000

const UNKNOWN: UserAgent = { browser: '', os: '' }

export function createUserAgentParser(): UserAgentParser {
  const cache = new Map<string, UserAgent>()
  return (userAgent) => {
    if (userAgent === '') return UNKNOWN
    const cached = cache.get(userAgent)
    if (cached) return cached
    if (cache.size >= MAX_CACHED) cache.clear()
    const result = parse(userAgent)
    cache.set(userAgent, result)
    return result
  }
}

function parse(userAgent: string): UserAgent {
  const { browser, os } = parseUserAgent(userAgent)
  const major = browser.version?.split('.', 1)[0]
  const isFrozen = FROZEN_VERSIONS.some((pattern) => pattern.test(userAgent))
  const version = isFrozen ? '' : (os.versionName ?? os.version)
  return { browser: application(userAgent) ?? join(browser.name, major), os: join(os.name, version) }
}

/** Versions of a system that browsers send on all later versions too: a wrong version is worse than none. */
const FROZEN_VERSIONS = [
  // Chrome, Edge, Safari and Firefox on every later macOS.
  /Mac OS X 10[._]15/,
  // Windows 10 and 11.
  /Windows NT 10\.0/,
  // Chrome on Android sends the model "K"; real devices send theirs.
  /Android 10; K\)/,
  // Safari 26 and later.
  /CPU (?:iPhone )?OS 18_[67] like Mac OS X.* Version\/(?:2[6-9]|[3-9]\d)\b/,
]

/** Applications that show pages in a browser of the system, each with problems of its own. */
const APPLICATIONS: [pattern: RegExp, name: string][] = [
  [/\bInstagram\b/, 'Instagram'],
  [/\bFBA[NV]\//, 'Facebook'],
  [/\bmusical_ly|\bBytedanceWebview|\bTikTok\b/, 'TikTok'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bLine\/\d/, 'LINE'],
  [/\bGSA\/\d/, 'Google App'],
  [/\bLinkedInApp\b/, 'LinkedIn'],
  [/\bSnapchat\b/, 'Snapchat'],
  [/\bPinterest\b/, 'Pinterest'],
  [/; wv\)/, 'Android WebView'],
  [/\(iP(?:hone|ad|od)[^)]*\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) Mobile\/\w+$/, 'iOS WebView'],
]

/** "Instagram", "Android WebView 156"; null: the page is in a browser. */
function application(userAgent: string): string | null {
  const name = APPLICATIONS.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (name === undefined) return null
  return join(name, name === 'Android WebView' ? /Chrome\/(\d+)/.exec(userAgent)?.[1] : '')
}

function join(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ')
}
