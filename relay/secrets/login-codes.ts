// Replaces codes and passwords that a sentence states: "Your code is 482913", "Ihre TAN lautet 482913",
// "482913 is your login code", "login anna/hunter2".
import { looksSecret } from './secret-look.ts'
import { type Pattern, literal } from './secret-prefilter.ts'

/** A user and a password: "logged in anna with hunter2", "login anna/hunter2", "basic auth anna:hunter2". */
const PAIR = new RegExp(
  String.raw`(\b(?:log(?:ged|ging)?[ -]?in|sign(?:ed|ing)?[ -]?in|basic(?: auth)?|credentials?)` +
    String.raw`(?: (?:as|for|with|failed|user|of|failed for)){0,2}:? ["']?[\w.@+-]{1,64}` +
    String.raw`(?:[:/]| / | with )["']?)` +
    String.raw`([^\s"',;()<>]{5,128})`,
  'gi',
)

/** A name cannot tell a code of a login from a code of an error: the words around it can. */
const CODE =
  String.raw`(?:[A-Z]-\d{4,8}|\d{3}[- ]\d{3}|\d{2}[ -]\d{2}[ -]\d{2}|\d{4,8}` +
  String.raw`|(?=[A-Z-]{0,8}\d)[A-Z\d]{3,5}-[A-Z\d]{3,5})(?![\w-])`
const OTHER_CODES = '(?:error|status|exit|country|zip|area|postal|product|promo|order|coupon|discount)'
const BEFORE_CODE = new RegExp(
  [
    String.raw`(\b(?:your|use|enter|type)(?: the| this)?(?: [\w-]{1,20})? code(?: is|:)? )${CODE}`,
    String.raw`|(\b(?:enter|use) )${CODE}(?= to (?:verify|log|sign|confirm|reset|continue))`,
    String.raw`|(?<!\b${OTHER_CODES} )(\bcode )\d{6}`,
    String.raw`(?= (?:has |is |was )?(?:already|expired|invalid|incorrect|rejected|wrong)\b)`,
  ].join(''),
  'gi',
)
const NO_LOGIN = new RegExp(String.raw`\b${OTHER_CODES} code`, 'i')
const AFTER_CODE = new RegExp(
  String.raw`(?<![\w-])${CODE}(?= (?:is|as) your (?:[\w-]{1,20} ){0,4}(?:code|pin|otp|password|passcode)\b)`,
  'gi',
)
/** "Your code" in other languages. */
const YOUR = 'ihre?n?|deine?n?|votre|ton|su|tu|seu|teu|il tuo|il suo|uw|je|jouw|twój|din|ditt|váš|ваш|твой'
const NOUN = String.raw`(?:\p{L}{0,20}(?:code|kode?|kód|koodi?|c[oó]digo|codice|код)|tan|pin|kodunuz)`
const OF_LANGUAGES = new RegExp(
  String.raw`((?:(?<!\p{L})(?:${YOUR}) (?:[\p{L}-]{1,20} ){0,3}|(?<=\p{L} )(?=kodunuz))${NOUN}` +
    String.raw`(?: [\p{L}-]{1,20}){0,5}(?: ?:)? )${CODE}`,
  'giu',
)
const NO_LOGIN_OF_LANGUAGES =
  /post|fehler|erreur|error|erro\b|errore|błęd|fel|feil|hata|ошибк|promo|cup|rabat/i
/** "Il PIN dispositivo 50320", "Passcode did not match: expected 0157426". */
const PIN = new RegExp(
  String.raw`(\b(?:(?:PIN|TAN|OTP)(?: [\p{L}-]{1,20}){0,2} |(?:[Pp]asscode|PIN|OTP|[Oo]ne-time code)` +
    String.raw`[^\r\n.\d]{0,60}\b(?:expected|got|received|entered):? ))\d{4,8}(?![\w-])`,
  'gu',
)
/** "Save this recovery code somewhere safe: WFCT2-GPJ7A". */
const LISTED_CODE = new RegExp(
  String.raw`(\b(?:recovery|backup|verification|security|login|one-time) (?:code|key)s?` +
    String.raw`(?: [a-z]{1,12}){1,4}: )(?=[A-Z\d-]{0,64}\d)[A-Z\d]{3,8}(?:-[A-Z\d]{3,8}){0,8}(?![\w-])`,
  'gi',
)
/** "… with "x" as your password" */
const AS_PASSWORD = new RegExp(
  String.raw`(\\{0,31}["'“])(?!\[scrubbed\])[^"'“”\\\r\n]{4,64}` +
    String.raw`(?=\\{0,31}["'”] (?:as|is) (?:your|the|my|a) (?:new )?(?:password|passphrase|passcode|pin)\b)`,
  'gi',
)
/** "typed x as password" */
const TYPED = new RegExp(
  String.raw`(\b(?:typed|entered|used|with) )(?=\S{0,64}\d)(?!\[scrubbed\])[^\s"'\\]{6,64}` +
    String.raw`(?= as (?:the |a |his |her )?(?:password|passphrase|passcode|pin)\b)`,
  'gi',
)
/** "TwoFactorForm: code "640275"", "[otp-input] onComplete 819344" */
const FACTOR = new RegExp(
  String.raw`(\b(?:two-?factor|2fa|mfa|otp|one-time)[^\d\r\n]{0,60}` +
    String.raw`(?:code|onComplete|value|input|entered):? (?:\\{0,31}["'])?)\d{4,8}(?![\w-])`,
  'gi',
)
/** Twelve to twenty-four words of a wallet. */
const MNEMONIC = new RegExp(
  String.raw`(\b(?:mnemonic|seed|phrase)\b[^:"'\r\n\\]{0,30}(?:: ?)?(?:\\{0,31}["'])?)` +
    '(?:[a-z]{3,8} ){11,23}[a-z]{3,8}(?![a-z])',
  'gi',
)
/** A key that a person types into an authenticator, in groups. */
const SETUP_KEY = new RegExp(
  String.raw`(\b(?:setup|secret|manual(?:ly)?|authenticator|2fa|totp)\b[^:\r\n]{0,40}: )` +
    String.raw`[a-z2-7]{4}(?:[ -][a-z2-7]{4}){3,15}(?![\w-])`,
  'gi',
)
/** Between the words of a sentence and its code. */
const LINKS = split('is ist lautet est es to er on jest code kode kod code: kode: kod: pin: tan:')
export const WIDE_CODE = String.raw`(?:kod|kód|c[oó]d|код|\btan\b|\bpin\b).{0,128}\d{2}`

const HAS_CODE = new RegExp(WIDE_CODE, 'i')

export function hideLogins(text: string, replacement: string): string {
  const logins = text
    .replace(PAIR, (match, before: string, value: string) =>
      looksSecret('password', value) ? before + replacement : match,
    )
    .replace(SETUP_KEY, `$1${replacement}`)
    .replace(TYPED, `$1${replacement}`)
    .replace(AS_PASSWORD, `$1${replacement}`)
    .replace(MNEMONIC, `$1${replacement}`)
  return /\d/.test(logins) ? hideCodes(logins, replacement) : logins
}

function hideCodes(text: string, replacement: string): string {
  const english = text
    .replace(BEFORE_CODE, (match, ...groups: (string | undefined)[]) =>
      NO_LOGIN.test(match) ? match : (groups.find((before) => before !== undefined) ?? '') + replacement,
    )
    .replace(AFTER_CODE, replacement)
    .replace(PIN, `$1${replacement}`)
    .replace(FACTOR, `$1${replacement}`)
    .replace(LISTED_CODE, `$1${replacement}`)
  if (!HAS_CODE.test(english)) return english
  return english.replace(OF_LANGUAGES, (match, before: string) =>
    NO_LOGIN_OF_LANGUAGES.test(match) ? match : before + replacement,
  )
}

export function loginPatterns(): Pattern[] {
  const digit = { characters: '0123456789', isOptional: false }
  const answers = ['is', 'as'].map((verb) => literal(` ${verb} your `))
  const logins = ['log', 'logged', 'logging', 'sign', 'signed', 'signing'].map((verb): Pattern => [
    ...literal(verb),
    { characters: ' -', isOptional: true },
    ...literal('in '),
  ])
  return [
    ...answers,
    ...logins,
    literal('basic '),
    ...split('mnemonic passcode manually: two-factor twofactor otp mfa 2fa one-time').map((word) =>
      literal(word),
    ),
    ...['enter ', 'use '].map((verb) => [...literal(verb), digit, digit, digit]),
    ...['code ', 'code: ', 'code is '].map((text) => [...literal(text), digit]),
    ...LINKS.map((word) => [
      ...literal(` ${word} `),
      digit,
      digit,
      { characters: ' -', isOptional: true },
      digit,
    ]),
    ...split('setup secret authenticator totp').map((word) => [...literal(word), ...literal(' key')]),
  ]
}

function split(words: string): string[] {
  return words.split(' ')
}
