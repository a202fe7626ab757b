// Replaces secrets in paths of URLs: webhooks of chats, links that reset a password or confirm an address.
import { isRandomSegment } from './secret-look.ts'
import { type Pattern, literal } from './secret-prefilter.ts'

/** All behind these addresses. */
const WEBHOOKS = [
  String.raw`hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/`,
  String.raw`discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/`,
  String.raw`webhook\.office(?:365)?\.com/webhook(?:b2)?/`,
  String.raw`outlook\.office(?:365)?\.com/webhook/`,
  String.raw`hooks\.zapier\.com/hooks/(?:catch|standard)/`,
  String.raw`api\.telegram\.org/(?:file/)?bot`,
  String.raw`maker\.ifttt\.com/trigger/[\w-]{1,64}/(?:json/)?with/key/`,
  String.raw`hook\.(?:\w{2,12}\.)?make\.com/`,
  String.raw`events\.pagerduty\.com/integration/`,
  String.raw`/open-apis/bot/(?:v2/)?hook/`,
]
/** JSON may have `\/` for a slash. */
const SLASH = String.raw`\\{0,7}/`
const WEBHOOK = new RegExp(
  String.raw`((?:${WEBHOOKS.join('|').replaceAll('/', SLASH)}))(?!\[scrubbed\])[^\s"'<>?#/\\]` +
    String.raw`(?:${SLASH}|[^\s"'<>?#\\])*`,
  'gi',
)
/** Parts of names of folders before the secret of a link. */
const LINK_WORDS =
  'reset passwo verif confirm activat invit magic unsubscri recover webhook unlock optout'.split(' ')
/** Names of such folders: as parts they are frequent. */
const LINK_FOLDERS = 'hooks hook otp login signin sign-in auth join share token enroll register signup'.split(
  ' ',
)
/** Addresses of calendars and feeds: who knows them may read. */
const PRIVATE = /(\/(?:private|secret)-)[\da-f]{16,64}(?![\w-])/gi
const SEGMENT = /(?<=\/)[\w~=%-]{16,512}(?=[/?#\s"'<>)\],;\\]|$)/g
/** What is before the segment. */
const LINK = new RegExp(
  String.raw`/(?:[\w-]{0,32}?(?:${LINK_WORDS.join('|')})[\w-]{0,32}|${LINK_FOLDERS.join('|')})` +
    String.raw`/(?:[\w=-]{1,24}/){0,2}$`,
  'i',
)
const BEFORE = 128

export function pathPatterns(): Pattern[] {
  const hosts = '/private- /secret- hooks. hook. api.telegram maker.ifttt /bot/ events.pagerduty'.split(' ')
  const folders = LINK_FOLDERS.map((folder) => `/${folder}/`)
  return [...hosts, ...LINK_WORDS, ...folders].map((text) => literal(text))
}

export function hidePathSecrets(text: string, replacement: string): string {
  if (!text.includes('/')) return text
  return text
    .replace(WEBHOOK, `$1${replacement}`)
    .replace(PRIVATE, `$1${replacement}`)
    .replace(SEGMENT, (segment, at: number, all: string) =>
      isRandomSegment(segment) && LINK.test(all.slice(Math.max(0, at - BEFORE), at)) ? replacement : segment,
    )
}
