// Replaces secrets that are known by their form: credentials of HTTP, tokens, keys of providers, private
// keys, users and passwords in URLs.
import { type Pattern, literal } from './secret-prefilter.ts'

/** Of a provider: the start of a key, and the characters that follow. */
type ProviderKeys = [provider: string, prefixes: string, body: string]
const PROVIDERS: ProviderKeys[] = [
  ['AWS', 'AKIA ASIA ABIA ACCA', String.raw`[A-Z0-9]{16}(?![A-Za-z0-9])`],
  ['GitHub', 'ghp_ gho_ ghs_ ghu_ ghr_', '[A-Za-z0-9]{16,}'],
  ['GitHub', 'github_pat_', String.raw`\w{16,}`],
  ['GitLab', 'glpat- gldt- glrt- glptt- glcbt- glft- glsoat-', String.raw`[\w.-]{16,}`],
  ['Stripe', 'sk_live_ sk_test_ rk_live_ rk_test_ whsec_', '[A-Za-z0-9]{10,}'],
  ['Slack', 'xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs- xapp-', '[A-Za-z0-9-]{10,}'],
  ['Google', 'AIza', String.raw`[\w-]{30,}`],
  ['Google', 'ya29.', String.raw`[\w-]{20,}`],
  ['Google', '1//0', String.raw`[\w-]{30,}`],
  ['Google', 'GOCSPX-', String.raw`[\w-]{16,}`],
  ['npm', 'npm_', '[A-Za-z0-9]{30,}'],
  ['PyPI', 'pypi-', String.raw`[\w-]{40,}`],
  ['SendGrid', 'SG.', String.raw`[\w-]{16,}\.[\w-]{16,}`],
  ['OpenAI, Anthropic', 'sk-proj- sk-ant- sk-svcacct- sk-or-v1- sk-lf-', String.raw`[\w-]{16,}`],
  [
    'Hugging Face, Netlify, Groq, Replicate, xAI, Perplexity, Linear, Notion, Fly, Typeform',
    'hf_ nfp_ gsk_ r8_ xai- pplx- lin_api_ ntn_ secret_ fo1_ tfp_',
    '[A-Za-z0-9]{30,}',
  ],
  ['OpenAI, Anthropic', 'sk-', '(?=[A-Za-z]{0,60}[0-9])[A-Za-z0-9]{32,}'],
  ['DigitalOcean', 'dop_v1_ doo_v1_', '[a-f0-9]{32,}'],
  ['Shopify', 'shpat_ shpca_ shppa_ shpss_', '[a-fA-F0-9]{32}'],
  ['Vault', 'hvs. hvb.', String.raw`[\w-]{20,}`],
  ['Square', 'sq0atp- sq0csp- sq0idp-', String.raw`[\w-]{16,}`],
  ['Twilio, Mailgun, Databricks', 'SK key- dapi', '[a-f0-9]{32}(?![A-Za-z0-9])'],
  ['New Relic', 'NRAK- NRJS- NRII- NRAA-', '[A-Za-z0-9]{16,}'],
  [
    'Postman, Figma, Grafana, Sentry, Docker',
    'PMAK- figd_ glsa_ glc_ sntrys_ sntryu_ dckr_pat_ dckr_oat_',
    String.raw`[\w=+/-]{16,}`,
  ],
  ['PlanetScale, Supabase', 'pscale_tkn_ pscale_pw_ pscale_oauth_ sb_secret_', String.raw`[\w.-]{16,}`],
  [
    'Supabase, RubyGems, Shippo, DigitalOcean',
    'sbp_ rubygems_ shippo_live_ shippo_test_ dor_v1_',
    '[a-f0-9]{32,}',
  ],
  ['Doppler', 'dp.pt. dp.st. dp.ct. dp.sa.', String.raw`[\w.-]{20,}`],
  ['Atlassian, Bitbucket', 'ATATT3 ATCTT3 ATBB', String.raw`[\w=-]{20,}`],
  ['age', 'AGE-SECRET-KEY-1', '[A-Z0-9]{20,}'],
  ['Razorpay', 'rzp_live_ rzp_test_', '[A-Za-z0-9]{12,}'],
  ['Contentful, Pulumi, Fly, Adobe', 'CFPAT- pul- FlyV1 p8e-', String.raw`[\w=+/-]{24,}`],
  ['Facebook', 'EAAC EAAG', '[A-Za-z0-9]{60,}'],
  ['ASP.NET', 'CfDJ8', String.raw`[\w-]{40,}`],
  ['Square', 'EAAA', String.raw`[\w-]{56,}`],
  ['Alibaba Cloud', 'LTAI', '[A-Za-z0-9]{16,20}(?![A-Za-z0-9])'],
]
/** Whose keys are recognised by their form. */
export const KEY_PROVIDERS = [...new Set(PROVIDERS.flatMap(([provider]) => provider.split(', ')))]
const PREFIXES = PROVIDERS.flatMap(([, prefixes]) => prefixes.split(' '))
/** A key starts no word within a word; `%3D` and `\n` before it are no word. */
const IN_WORD = /(?<!%[\dA-Fa-f]{2}|\\[nrt])(?<=[A-Za-z0-9])$/
/** Characters before a key that tell. */
const BEFORE = 3
const escaped = (text: string): string => text.replaceAll('.', String.raw`\.`)
const PROVIDER_KEY = new RegExp(
  PROVIDERS.map(([, prefixes, body]) => `(?:${escaped(prefixes).replaceAll(' ', '|')})${body}`).join('|'),
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
const BASIC = new RegExp(
  String.raw`\b((?:[Bb]asic|BASIC)(?:\s{1,16}|%20|\+))(?!\w{1,24}=["'\\\w])${BASE64}[\w+/=-]{4,}`,
  'g',
)
/**
 * The lookahead is atomic: a run of its characters is read twice, not once for each `eyJ` in it. A token may
 * follow letters.
 */
const JWT = /(?<![\w-])(?=([\w-]*?)eyJ)\1eyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*){0,3}/g
/** Of an address of a database without a password: `postgres://app@db.example`. */
const DATABASE_USER =
  String.raw`(?<=\b(?:postgres(?:ql)?|mysql|mariadb|mongodb|redis|amqp|ssh|sftp)://)` + '[a-z_]{1,16}@'
/** Not `fn@https://…` as Firefox writes stacks, with the @ in front. All users are `git` at GitHub. */
const URL_USER = new RegExp(
  String.raw`(://)(?!\[scrubbed\]|git@|${DATABASE_USER}|[^\s/@:]{0,64}:(?:\*{2,}|x{3,}|•+)@)` +
    String.raw`[^\s/?#"'${'`'}<>]{1,1024}@`,
  'g',
)

const ORACLE_USER = /(jdbc:oracle:\w{1,8}:[^\s/@]{1,64}\/)(?!\[scrubbed\])[^\s@]{1,128}(?=@)/g
/** The private part of a JSON Web Key. */
const JWK = /("kty"[^{}]{0,1024}?"d" ?: ?")(?!\[scrubbed\])[\w-]{16,1024}/g
/** Codes of errors are of capitals or short. */
const OAUTH_CODE = new RegExp(
  String.raw`(\\{0,7}["']code\\{0,7}["']\s{0,4}[:=]\s{0,4}\\{0,7}["'])` +
    String.raw`(?=[^"'\\]{0,256}\d)(?=[^"'\\]{0,256}[a-z])(?=[^"'\\]{0,256}[A-Z])[\w./+~-]{20,512}`,
  'g',
)
/** Bot tokens of Telegram, keys of Mailchimp, compressed cookies of Flask and Django. */
const OTHER_KEYS = new RegExp(
  [
    String.raw`(?<![\w-])\d{8,10}:AA[\w-]{30,40}(?![\w-])`,
    String.raw`|(?<!\w)[\da-f]{32}-us\d{1,2}(?!\w)`,
    String.raw`|(?<!\w)\.eJ[\w-]{16,}[.:][\w-]{5,16}[.:][\w-]{16,}`,
  ].join(''),
  'g',
)
/** Of crypt, bcrypt, Argon2, Django, Werkzeug, LDAP. */
const PASSWORD_HASH = new RegExp(
  [
    String.raw`\$(?:2[abxy]?\$\d\d\$[./\w]{30,60}|argon2(?:id|i|d)\$[^\s"'\\:;]{8,256}`,
    String.raw`|(?:1|5|6|7|y|gy|apr1|scrypt|pbkdf2)\$[./\w=,$-]{12,256})`,
    String.raw`|\b(?:pbkdf2_sha\d{1,3}|bcrypt_sha256|argon2|pbkdf2:sha\d{1,3}(?::\d+)?|scrypt:\d+:\d+:\d+)`,
    String.raw`\$[^\s"'\\;]{16,256}|\{S?SHA\d{0,3}\}[\w+/=]{20,256}`,
  ].join(''),
  'g',
)

/** A user in a URL has no pattern: most texts with an `@` are stacks of Firefox. */
export const USER_IN_URL = String.raw`://[^\s/?#"'${'`'}<>@]*@`

export function credentialPatterns(): Pattern[] {
  const hashes =
    '$2 $argon2 $1$ $5$ $6$ $7$ $y$ $gy$ $apr1$ $scrypt$ $pbkdf2 pbkdf2_ bcrypt_ argon2$ pbkdf2: scrypt:'
  const others = [
    'bearer',
    'basic ',
    'basic%',
    'basic+',
    'eyj',
    '-----begin',
    ':aa',
    '-us',
    '.ej',
    '{sha',
    '{ssha',
    'oracle:',
    '"kty"',
    'code":',
    "code':",
    'code\\',
  ]
  return [...others, ...hashes.split(' '), ...PREFIXES].map((text) => literal(text))
}

export function hideCredentials(text: string, replacement: string): string {
  const withoutHashes = /[$}]/.test(text) ? text.replace(PASSWORD_HASH, replacement) : text
  const withoutTokens = (
    /:AA|-us|\.eJ/.test(text) ? withoutHashes.replace(OTHER_KEYS, replacement) : withoutHashes
  )
    .replace(PRIVATE_KEY, replacement)
    .replace(BEARER, `$1${replacement}`)
    .replace(BASIC, `$1${replacement}`)
    .replace(URL_USER, `$1${replacement}@`)
    .replace(ORACLE_USER, `$1${replacement}`)
    .replace(JWK, `$1${replacement}`)
    .replace(OAUTH_CODE, `$1${replacement}`)
    .replace(PROVIDER_KEY, (key, index: number, all: string) =>
      IN_WORD.test(all.slice(Math.max(0, index - BEFORE), index)) ? key : replacement,
    )
  return text.includes('eyJ') ? withoutTokens.replace(JWT, `$1${replacement}`) : withoutTokens
}
