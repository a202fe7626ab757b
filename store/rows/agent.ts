// Browser and operating system out of a user agent, as people say them: "Chrome 156", "iOS 17.5".
import { parse as parseUserAgent } from 'bowser'

export type Agent = { browser: string; os: string }

/** Different user agents remembered. A site meets some hundreds a day; parsing one costs more than all the rest of a row. */
const REMEMBERED = 2_000

const NOBODY: Agent = { browser: '', os: '' }

export type Agents = (userAgent: string) => Agent

export function createAgents(): Agents {
  const known = new Map<string, Agent>()
  return (userAgent) => {
    if (userAgent === '') return NOBODY
    const found = known.get(userAgent)
    if (found) return found
    if (known.size >= REMEMBERED) known.clear()
    const agent = parse(userAgent)
    known.set(userAgent, agent)
    return agent
  }
}

function parse(userAgent: string): Agent {
  const { browser, os } = parseUserAgent(userAgent)
  const major = browser.version?.split('.', 1)[0]
  const version = FROZEN.some((frozen) => frozen.test(userAgent)) ? '' : (os.versionName ?? os.version)
  return { browser: embedded(userAgent) ?? words(browser.name, major), os: words(os.name, version) }
}

/** Versions of a system that browsers have said ever since, whatever the system is: a wrong one is worse than none. */
const FROZEN = [
  // Chrome, Edge, Safari and Firefox on every later macOS.
  /Mac OS X 10[._]15/,
  // Windows 10 and 11.
  /Windows NT 10\.0/,
  // Chrome's Android of "a model K"; real ones name their model.
  /Android 10; K\)/,
  // Safari 26 and later.
  /CPU (?:iPhone )?OS 18_[67] like Mac OS X.* Version\/(?:2[6-9]|[3-9]\d)\b/,
]

/** Applications that show pages in a browser of the system's, each with its own ways to break them. */
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

/** "Instagram", "Android WebView 156": a page in an application; null where it is in a browser. */
function embedded(userAgent: string): string | null {
  const name = APPLICATIONS.find(([pattern]) => pattern.test(userAgent))?.[1]
  return name === undefined
    ? null
    : words(name, name === 'Android WebView' ? /Chrome\/(\d+)/.exec(userAgent)?.[1] : '')
}

function words(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ')
}
