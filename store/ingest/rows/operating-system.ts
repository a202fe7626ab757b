// The operating system of a user agent: "iOS 26.2", "Android 9". Versions that browsers send on all later
// systems too are left out: a wrong version is worse than no version.
import { joinWords } from './text.ts'

/** As the parser of user agents has it. */
type ParsedSystem = { name?: string; version?: string; versionName?: string }

/** Systems that call themselves Android or Linux as well. Their own versions are not in the user agent. */
const OTHERS: [pattern: RegExp, name: string][] = [
  [/\bHarmonyOS\b/, 'HarmonyOS'],
  [/\bOpenHarmony\b/, 'OpenHarmony'],
  // Models of Amazon: Kindle Fire and Fire TV.
  [/; (?:KF[A-Z]{2,6}|AFT\w{1,8})\b/, 'Fire OS'],
  [/\bFuchsia\b/, 'Fuchsia'],
  [/\bUbuntu\b/, 'Ubuntu'],
  [/\bCrOS\b/, 'Chrome OS'],
]

/** Headsets of Meta ask for desktop pages; their system is Android. */
const ANDROID = /\bAndr[o0]id(?: (\d+(?:\.\d+)*))?|\bOculusBrowser\//

/** Chrome on Android sends the model "K"; real devices send theirs. */
const FROZEN_ANDROID = /\bAndroid 10; K\)/

/** Tokens that exist on iOS alone: iPads ask for desktop pages as a Macintosh. */
const IOS_TOKEN = /\b(?:CriOS|EdgiOS|FxiOS|OPiOS)\//

/** Safari 26 and later sends iOS 18, and the version of the system as its own. */
const IOS_26 = /CPU (?:iPhone )?OS 18_[67] like Mac OS X.* Version\/((?:2[6-9]|[3-9]\d)(?:\.\d+)*)/

/** Chrome, Edge, Safari and Firefox send the first on every later macOS, and the second on Windows 11. */
const FROZEN = /Mac OS X 10[._]15|Windows NT 10\.0/

export function systemOf(userAgent: string, parsed: ParsedSystem): string {
  const other = OTHERS.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (other !== undefined) return other
  const android = ANDROID.exec(userAgent)
  if (android) return joinWords('Android', FROZEN_ANDROID.test(userAgent) ? '' : android[1])
  if (userAgent.includes('Macintosh') && IOS_TOKEN.test(userAgent)) return 'iOS'
  const ios = IOS_26.exec(userAgent)
  if (ios) return joinWords('iOS', ios[1])
  if (FROZEN.test(userAgent)) return parsed.name ?? ''
  // Windows has numbers that few people know (6.1), macOS names that are less exact than its numbers.
  const version = parsed.name === 'Windows' ? (parsed.versionName ?? parsed.version) : parsed.version
  return joinWords(parsed.name, version)
}
