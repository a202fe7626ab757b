// A user agent → browser and operating system as people name them: "Chrome 156", "iOS 17.5".
import { parse as parseUserAgent } from 'bowser'
import { createTextCache } from '../text-cache.ts'
import { systemOf } from './operating-system.ts'
import { joinWords } from './text.ts'

export type UserAgent = { browser: string; os: string }
export type UserAgentParser = (userAgent: string) => UserAgent

/** A site has some hundreds of user agents a day; parsing one takes longer than the rest of a row. */
const MAX_CACHED = 2_000

/** Characters that are read: the longest of real browsers have some 400. */
const MAX_LENGTH = 1_000

const UNKNOWN: UserAgent = { browser: '', os: '' }

export function createUserAgentParser(): UserAgentParser {
  return cacheByUserAgent(UNKNOWN, parse)
}

/** `unknown`: of no user agent. */
export function cacheByUserAgent<Result>(
  unknown: Result,
  read: (userAgent: string) => Result,
): (userAgent: string) => Result {
  const cache = createTextCache<Result>(MAX_CACHED)
  return (userAgent) =>
    userAgent === '' ? unknown : cache.get(userAgent, () => read(userAgent.slice(0, MAX_LENGTH)))
}

function parse(userAgent: string): UserAgent {
  const { browser, os } = parseUserAgent(userAgent)
  const system = systemOf(userAgent, os)
  return { browser: browserOf(userAgent) ?? nameOf(userAgent, browser), os: system }
}

/** Programs that load pages without a person. Each has errors of its own. */
const ROBOTS = [
  /(?:^|[\s;(])(HeadlessChrome|Chrome-Lighthouse|PhantomJS|jsdom)\/(\d+)/,
  /(?:^|[\s;(])([\w.-]*(?:bot|crawler|spider|InspectionTool|externalhit)(?:-\w+)*)\/v?(\d+)/i,
  /(?:^|[\s;(])([\w-]*(?:Googlebot|bingbot|AdsBot|DatadogSynthetics|Storebot|GoogleOther)[\w-]*)/i,
]

/** Applications that show pages in a browser of the system, each with problems of its own. */
const APPLICATIONS: [pattern: RegExp, name: string][] = [
  [/\bInstagram\b/, 'Instagram'],
  [/\bFBA[NV]\//, 'Facebook'],
  [/\bmusical_ly|\bBytedanceWebview|\bTikTok\b/, 'TikTok'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bLine\/\d/, 'LINE'],
  [/\bGSA\/\d/, 'Google App'],
  [/\bBingSapphire\/|\bBingWeb\//, 'Bing'],
  [/\bKAKAOTALK\b/, 'KakaoTalk'],
  [/\bLinkedInApp\b/, 'LinkedIn'],
  [/\bSnapchat\b/, 'Snapchat'],
  [/\bPinterest\b/, 'Pinterest'],
  [/\bTelegram-Android\//, 'Telegram'],
  [/\bTwitter for i\w+|\bTwitterAndroid\b/, 'Twitter'],
]

const CHROME = /\bChrome\/(\d+)/

/** Browsers that another token names more exactly than their first one. */
const BRANDS: [pattern: RegExp, name: string][] = [
  [/\bUC ?Browser\/?(\d+)/, 'UC Browser'],
  [/\bOculusBrowser\/(\d+)/, 'Oculus Browser'],
  [/\bHuaweiBrowser\/(\d+)/, 'Huawei Browser'],
  [/\bHonorBrowser\/(\d+)/, 'Honor Browser'],
  [/\bOPX\/(\d+)/, 'Opera GX'],
  [/\bBrave\/(\d+)/, 'Brave'],
]

/** Null: the first token names it. */
function browserOf(userAgent: string): string | null {
  for (const robot of ROBOTS) {
    const match = robot.exec(userAgent)
    if (match) return joinWords(match[1], match[2])
  }
  const application = APPLICATIONS.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (application !== undefined) return application
  const webView = joinWords('Android WebView', CHROME.exec(userAgent)?.[1])
  if (userAgent.includes('; wv)')) return webView
  for (const [pattern, name] of BRANDS) {
    const match = pattern.exec(userAgent)
    if (match) return joinWords(name, match[1])
  }
  // A version that Chrome itself does not send.
  return /\bVersion\/4\.0 Chrome\//.test(userAgent) ? webView : null
}

type Browser = { name?: string; version?: string }

function nameOf(userAgent: string, { name, version }: Browser): string {
  // On iOS only Safari itself sends its version; other names would be known by their token.
  const isSafari = name === 'Safari' || (name === 'PhantomJS' && !userAgent.includes('PhantomJS'))
  const isIos = /\(iP(?:hone|ad|od)/.test(userAgent) && !userAgent.includes('Android')
  if (isSafari && isIos && !userAgent.includes('Version/')) return 'iOS WebView'
  return joinWords(name, version?.split('.', 1)[0])
}
