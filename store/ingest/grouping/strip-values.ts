// Replaces what differs between occurrences of a message (numbers, instants, ids, quotations) by its kind.
import { pattern } from './pattern.ts'

const MONTH = pattern()`
  (?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?
  |Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b
`.source
const DAY = String.raw`(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,?`
const CLOCK = String.raw`\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?:\s?[AaPp]\.?[Mm](?:\.|(?![A-Za-z])))?`
/** Names of zones end in ST or DT, but for a few. "POST" is not one. */
const ZONE_NAME = '(?:Z|UTC|GMT|(?!POST)[A-Z]{1,3}[DS]T|[CEW][AE]T|HKT|MSK|SGT|WIB)'
const OFFSET = String.raw`[+-]\d\d(?::?\d\d)?\b`
const ZONE = pattern()`
  (?:\s?(?:${ZONE_NAME}\b(?:${OFFSET})?|${OFFSET}(?:\s${ZONE_NAME}\b)?)(?: \([^)]*\))?)?
`.source
const IPV4 = String.raw`\d{1,3}(?:\.\d{1,3}){3}`
const DIGITS = String.raw`\p{Nd}+(?:[.,'’\u00a0\u202f]\p{Nd}{3})*(?:[.,]\p{Nd}+)*`
const CURRENCY = '(?:EUR|USD|GBP|CHF|JPY)'
const TIME_UNIT = '(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?)'

/** The most specific first: a later pattern does not see what an earlier one has replaced. */
const VALUES: [pattern: RegExp, kind: string][] = [
  [/\bdata:[\w/+.-]+[;,][^\s"'<>)]*/gi, '<url>'],
  [/\b[a-z][\w+.-]{1,20}:\/\/[^\s"'<>)]+/gi, '<url>'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '<token>'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '<email>'],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, '<uuid>'],
  [/\b(?:[\da-f]{2}[:-]){5}[\da-f]{2}\b/gi, '<address>'],
  // Before dates and clocks: "10.1.12.31" and "127.0.0.1:80" look like them.
  [
    new RegExp(String.raw`(?<![\w:])\[?(?:[\da-f]{0,4}:){2,6}${IPV4}(?:\]:\d+|\])?(?![\w:])`, 'gi'),
    '<address>',
  ],
  [new RegExp(String.raw`(?<![\w.])${IPV4}\b(?!\.\d)(?::\d+)?`, 'g'), '<address>'],
  [new RegExp(String.raw`\b\d{4}-\d\d-\d\d(?:[T ]${CLOCK}${ZONE})?`, 'g'), '<time>'],
  [new RegExp(String.raw`\b\d{8}T\d{4,6}(?:[.,]\d+)?(?:Z\b|${OFFSET})?`, 'g'), '<time>'],
  [new RegExp(String.raw`\b(?:${DAY} )?${MONTH} +\d{1,2} ${CLOCK}${ZONE}(?: \d{4}\b)?`, 'g'), '<time>'],
  [
    new RegExp(
      String.raw`\b(?:${DAY} )?${MONTH} +\d{1,2}(?:st|nd|rd|th)?,? \d{4}(?:,? (?:at )?${CLOCK}${ZONE})?`,
      'g',
    ),
    '<time>',
  ],
  [
    new RegExp(
      String.raw`\b(?:${DAY} )?\d{1,2}(?:\.? |-)${MONTH}(?:,? |-)(?:\d{4}|\d\d)\b(?:,? ${CLOCK}${ZONE})?`,
      'g',
    ),
    '<time>',
  ],
  [
    pattern('g')`
      (?<![\d.])(?:\d{1,2}\.\d{1,2}\.\d{4}|\d{4}\.\d{1,2}\.\d{1,2}|\d{1,4}/\d{1,2}/\d{2,4})(?![\d.])
      (?:,? ${CLOCK}${ZONE})?
    `,
    '<time>',
  ],
  [new RegExp(String.raw`(?<![\w:.])${CLOCK}${ZONE}(?![\w:])`, 'g'), '<time>'],
  [/(?<![\w:])\[?(?=[\da-f]*:)(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}(?:\]:\d+|\])?(?![\w:])/gi, '<address>'],
  [/"(?:[^"\\]|\\.)*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|‹[^›]*›|「[^」]*」/g, '<text>'],
  // An apostrophe inside a word is not a quotation mark.
  [
    pattern('gu')`
      (?<![\p{L}\p{N}])'(?:[^']|(?<=\p{L})'(?=\p{L}))*'(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])[‘‚](?:[^’‘]
      |(?<=\p{L})’(?=\p{L}))*[’‘]
    `,
    '<text>',
  ],
  // Between backticks is mostly a name of the code, which stays; anything else is a value.
  [/`(?![A-Za-z_$][\w$.]*`)[^`]*`/g, '<text>'],
  // A text that was cut inside a quotation.
  [/(?<!\S)["“«][^"”»]*$/g, '<text>'],
  [
    pattern('gi')`
      \b(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?:com|net|org|io|dev|app|example|test|local|internal
      |localhost|cloud)\b(?::\d+)?
    `,
    '<host>',
  ],
  [/\blocalhost:\d+/g, '<host>'],
  [/(?<![\w<>/.])(?:[A-Za-z]:)?(?:[\\/][\w.@%+~$-]+){2,}[\\/]?(?:\?[^\s"'<>)]*)?/g, '<path>'],
  [/(?<![\w<>/.])\/[\w.@%+~$-]+\?[^\s"'<>)]*/g, '<path>'],
  [/=(?:true|false)\b/gi, '=<boolean>'],
  [/\b0x[\da-f]+\b/gi, '<number>'],
  // Ids: letters and digits mixed, as in hex, "cus_Nf3kQ81x" and "01JD3ZK4Q8".
  [/\b(?=[\da-f]*\d)[\da-f]{6,}\b/gi, '<number>'],
  [/\b(?=[\da-f]*\d)(?=\d*[a-f])[\da-f]{4,5}\b/gi, '<number>'],
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z\d_-]{16,}={0,2}(?![\w-])/g, '<id>'],
  [
    /(?<![A-Za-z\d])(?=[A-Za-z]*\d+[A-Za-z]+\d|[A-Za-z]+\d+[A-Za-z]{2,})[A-Za-z\d]{6,}(?![A-Za-z\d])/g,
    '<id>',
  ],
  [
    pattern('gu')`
      (?:[€$£¥₹₽]|\b${CURRENCY}\b)\s?[-+]?${DIGITS}
      |[-+]?${DIGITS}\s?(?:[€£¥₹₽]|\b${CURRENCY}\b)
    `,
    '<amount>',
  ],
  [new RegExp(String.raw`(?<![\p{L}\p{Nd}])${DIGITS}\s?(?:[kMGT]i?)?(?:B|bytes?)\b`, 'giu'), '<size>'],
  [
    pattern('giu')`
      (?<![\p{L}\p{Nd}])
      (?:${DIGITS}\s?${TIME_UNIT}\b[ ,]*)+(?<=\w)
    `,
    '<duration>',
  ],
  [new RegExp(String.raw`(?:(?<![\p{L}\p{Nd}_])[-+])?${DIGITS}(?:e[-+]?\d+)?`, 'giu'), '<number>'],
  [/(?<![$\w])\{[^{}]*\}/g, '<object>'],
  [/\[(?!object )[^[\]]*(?:<\w+>|,)[^[\]]*\]/g, '<list>'],
  // Lists of the same kind count as one, however long.
  [/(<\w+>)(?:(?:\s*[,;/]\s*|\s+(?:and|or)\s+|\s+)\1)+/g, '$1'],
]

export function stripValues(text: string): string {
  let rest = nameEndpoints(text)
  for (const [pattern, kind] of VALUES) rest = rest.replaceAll(pattern, kind)
  return rest
}

/**
 * Addresses of an API in a message: "/api/orders/17 answered 500". Only a text about a request has them; a
 * path in any other text is a value.
 */
const REQUEST = /\b(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b|(?<![\w.:/-])[45]\d\d(?![\w./-])/

const PATH = /(?<![\w<>/.:@])\/[\w.@%+~$-]+(?:\/[\w.@%+~$-]*)*(?:\?[^\s"'<>)]*)?/g

const FOLDER_OF_SYSTEM = pattern()`
  ^(?:app|bin|data|dev|etc|home|lib|mnt|opt|private|proc|root|run|srv|tmp|usr|Users|var|Volumes|workspace)$
`

/** What comes before the name of the resource. */
const PREFIX = /^(?:api|rest|rpc|v\d+)$/i

const RESOURCE = /^[a-z][a-z_-]*$/i

/**
 * Writes each path as the name of its resource: a function that all requests share throws for each of them,
 * and only the path shows which one failed. What follows the resource is a value.
 */
function nameEndpoints(text: string): string {
  return REQUEST.test(text) ? text.replaceAll(PATH, (path) => resourceOf(path) ?? path) : text
}

/** "endpoint api orders" of "/api/orders/17?all"; null: it is a file, or has no name. */
function resourceOf(path: string): string | null {
  const segments = path.replace(/\?.*$/, '').split('/').slice(1)
  if (FOLDER_OF_SYSTEM.test(segments[0] ?? '') || /\.\w+$/.test(segments.at(-1) ?? '')) return null
  const index = segments.findIndex((segment) => !PREFIX.test(segment))
  const resource = segments[index] ?? ''
  return RESOURCE.test(resource) ? ['endpoint', ...segments.slice(0, index + 1)].join(' ') : null
}
