// Takes secrets out of texts before anything is logged or forwarded. One cheap test decides; five rules then do the work.

const SCRUBBED = '[scrubbed]'

/** Whatever a rule below could match contains one of these. */
const SUSPICIOUS =
  /bearer |basic |eyJ|:\/\/[^\s/?#]*@|token|secret|passw|pwd|api[-_]?key|session|signature|authorization|credential|cookie|[?&](?:code|key|sig|state|auth|otp|jwt)=/i

const RULES: [pattern: RegExp, replacement: string][] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${SCRUBBED}`],
  // A lookbehind, not a word boundary: that one takes quadratic time on eyJa-eyJa-eyJa-…
  [/(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g, SCRUBBED],
  [
    /([\w-]{0,64}(?:token|secret|password|passwd|pwd|api[-_]?key|session[-_]?id|signature|authorization|credential|cookie))(["']?\s{0,4}[=:]\s{0,4}["']?)(?!\[scrubbed\]|bearer |basic )[^\s"'&,;})]{1,4096}/gi,
    `$1$2${SCRUBBED}`,
  ],
  [/([?&](?:code|key|sig|state|auth|otp|jwt)=)[^&#\s"']{1,4096}/gi, `$1${SCRUBBED}`],
  // User and password of a URL. Firefox writes fn@https://…, which has the @ in front.
  [/(:\/\/)[^\s/?#@]{1,1024}@/g, `$1${SCRUBBED}@`],
]

/** Nothing shorter holds a name and a secret; most values are methods, statuses and numbers. */
const SHORTEST = 8

/** Attribute names whose whole value is a secret. `session.id` is not one: it is how occurrences of one visit are counted. */
const SECRET_KEY =
  /(?:^|[._-])(?:access[._-]?token|id[._-]?token|token|secret|password|passwd|pwd|api[._-]?key|authorization|credentials?|set-cookie|cookie)$/i

export function scrub(text: string): string {
  if (text.length < SHORTEST || !SUSPICIOUS.test(text)) return text
  let clean = text
  for (const [pattern, replacement] of RULES) clean = clean.replace(pattern, replacement)
  return clean
}

export function isSecretKey(key: string): boolean {
  return SECRET_KEY.test(key)
}
