// Replaces secrets that are known by their form: credentials of HTTP, tokens, keys of providers, private
// keys, users and passwords in URLs.
import { type Pattern, literal } from './secret-prefilter.ts'

/** The start of a key, and the characters that follow. */
const PROVIDERS: [prefixes: string, body: string][] = [
  // AWS
  ['AKIA ASIA ABIA ACCA', String.raw`[A-Z0-9]{16}(?![A-Za-z0-9])`],
  // GitHub
  ['ghp_ gho_ ghs_ ghu_ ghr_', '[A-Za-z0-9]{16,}'],
  ['github_pat_', String.raw`\w{16,}`],
  // GitLab
  ['glpat- gldt- glrt- glptt- glcbt- glft- glsoat-', String.raw`[\w.-]{16,}`],
  // Stripe
  ['sk_live_ sk_test_ rk_live_ rk_test_ whsec_', '[A-Za-z0-9]{10,}'],
  // Slack
  ['xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs- xapp-', '[A-Za-z0-9-]{10,}'],
  // Google
  ['AIza', String.raw`[\w-]{30,}`],
  ['ya29.', String.raw`[\w-]{20,}`],
  ['GOCSPX-', String.raw`[\w-]{16,}`],
  ['npm_', '[A-Za-z0-9]{30,}'],
  ['pypi-', String.raw`[\w-]{40,}`],
  // SendGrid
  ['SG.', String.raw`[\w-]{16,}\.[\w-]{16,}`],
  // OpenAI, Anthropic, Hugging Face
  ['sk-proj- sk-ant- sk-svcacct-', String.raw`[\w-]{16,}`],
  ['hf_', '[A-Za-z0-9]{30,}'],
  // DigitalOcean, Shopify, Vault
  ['dop_v1_ doo_v1_', '[a-f0-9]{32,}'],
  ['shpat_ shpca_ shppa_ shpss_', '[a-fA-F0-9]{32}'],
  ['hvs. hvb.', String.raw`[\w-]{20,}`],
]
const PREFIXES = PROVIDERS.flatMap(([prefixes]) => prefixes.split(' '))
/** A key starts no word within a word; `%3D` and `\n` before it are no word. */
const IN_WORD = /(?<!%[\dA-Fa-f]{2}|\\[nrt])(?<=[A-Za-z0-9])$/
/** Characters before a key that tell. */
const BEFORE = 3
const escaped = (text: string): string => text.replaceAll('.', String.raw`\.`)
const PROVIDER_KEY = new RegExp(
  PROVIDERS.map(([prefixes, body]) => `(?:${escaped(prefixes).replaceAll(' ', '|')})${body}`).join('|'),
  'g',
)
/** Up to the last line; of a cut text, all that can belong to a key. */
const PRIVATE_KEY = new RegExp(
  [
    String.raw`-----BEGIN[A-Z0-9 +%]{1,40}PRIVATE(?: |\+|%20)KEY[A-Z %+]{0,20}-----`,
    String.raw`(?:(?!-----END|\\{1,31}["'${'`'}])[\w+/=\s\\,:.%-])*(?:-----END[A-Z0-9 +%]{1,60}-----)?`,
  ].join(''),
  'g',
)
/** "Bearer authentication", "bearer realm=": a word, not a token. */
const A_WORD = String.raw`[A-Za-z][a-z]{0,20}(?:-[a-z]{1,20}){0,2}\.?(?![\w~+/=-]|\.\w)|\w{1,24}=["'\\\w]`
const BEARER = new RegExp(
  String.raw`\b((?:[Bb]earer|BEARER)(?:\s{1,16}|%20|\+))(?!${A_WORD})[\w.~+/=-]{6,}`,
  'g',
)
/**
 * Basic credentials are base64: a digit, `=`, or a capital after a small letter. "Basic authentication"
 * contains none of them.
 */
const BASE64 = String.raw`(?=[a-z+/]{0,256}[a-z][A-Z]|[A-Za-z+/]{0,256}[\d=])`
const BASIC = new RegExp(String.raw`\b((?:[Bb]asic|BASIC)(?:\s{1,16}|%20|\+))${BASE64}[\w+/=-]{4,}`, 'g')
/**
 * The lookahead is atomic: a run of its characters is read twice, not once for each `eyJ` in it. A token may
 * follow letters.
 */
const JWT = /(?<![\w-])(?=([\w-]*?)eyJ)\1eyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*){0,3}/g
/** Not `fn@https://…` as Firefox writes stacks, with the @ in front. All users are `git` at GitHub. */
const URL_USER = /(:\/\/)(?!\[scrubbed\]|git@)[^\s/?#"'`<>]{1,1024}@/g

/** A user in a URL has no pattern: most texts with an `@` are stacks of Firefox. */
export const USER_IN_URL = String.raw`://[^\s/?#"'${'`'}<>@]*@`

export function credentialPatterns(): Pattern[] {
  return ['bearer', 'basic ', 'basic%', 'basic+', 'eyj', '-----begin', ...PREFIXES].map((text) =>
    literal(text),
  )
}

export function hideCredentials(text: string, replacement: string): string {
  const withoutTokens = text
    .replace(PRIVATE_KEY, replacement)
    .replace(BEARER, `$1${replacement}`)
    .replace(BASIC, `$1${replacement}`)
    .replace(URL_USER, `$1${replacement}@`)
    .replace(PROVIDER_KEY, (key, index: number, all: string) =>
      IN_WORD.test(all.slice(Math.max(0, index - BEFORE), index)) ? key : replacement,
    )
  return text.includes('eyJ') ? withoutTokens.replace(JWT, `$1${replacement}`) : withoutTokens
}
