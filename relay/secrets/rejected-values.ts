// Replaces the values of secret fields in messages of validation, where the value is not directly behind the
// name: `{"value":"x","path":"password"}`, `field 'password': rejected value [x]`.
import { looksSecret } from './secret-look.ts'
import { withSuffixes } from './secret-names.ts'

/** `"session":{"id":"x"}` */
const NESTED_ID = new RegExp(
  String.raw`(\b(?:session|sess)\\{0,7}["']?\s{0,4}[:=]\s{0,4}\{\s{0,8}\\{0,7}["']?(?:id|sid|token|key)` +
    String.raw`\\{0,7}["']?\s{0,4}[:=]\s{0,4}\\{0,7}["'])(?!\[scrubbed\])[^"'\\\r\n]{8,256}`,
  'gi',
)
const IS_MESSAGE = /value|received|(?:, (?:got|was)|long:) /i

export function createRejectedValues(names: string[], replacement: string): (text: string) => string {
  const all = `(?:${withSuffixes(names)}|(?<![a-z])(?:pin|pass|otp)(?![a-z]))`
  const key = String.raw`(?:key|name|type|id|field|header|property|(?:instance)?path|param)`
  const field = String.raw`${key}\\{0,7}["']?\s{0,4}[:=]\s{0,4}\\{0,7}["']`
  const message = String.raw`(?:\\{0,7}"(?:msg|message)\\{0,7}" ?: ?\\{0,7}"[^"\\]{0,128}\\{0,7}",\s{0,4})?`
  /** `"value":"x","key":"password"` */
  const first = new RegExp(
    String.raw`(\bvalue\\{0,7}["']?\s{0,4}[:=]\s{0,4}(\\{0,7}["']))([^"'<>{}\r\n\\]{1,256})` +
      String.raw`(?=\2[,\s]{0,4}${message}(?:\\{0,7}["'])?${field}[\w.-]{0,48}?${all})`,
    'gi',
  )
  /** `value "x" … at path "password"`, "Received `x` for an attribute `password`" */
  const before = new RegExp(
    String.raw`(\b(?:value|received) (\\{0,31}["'\x60]))[^"'\x60\\\r\n]{1,256}(?=\2[^\r\n]{0,64}?` +
      String.raw`\b(?:path|attribute|field|property|parameter) \\{0,31}["'\x60][\w.-]{0,48}?${all})`,
    'gi',
  )
  /** `"user.pwd" with value "x"`, `password\n … input_value='x'` */
  const rejected = new RegExp(
    String.raw`(${all}(?:\\{0,31}["'\x60])?\)?:?(?:\s[^\r\n]{0,128}?)?[ ,(]` +
      String.raw`(?:rejected |invalid |with |input_)?value[ =:]{1,2}(?:\\{0,31}["']|\[))` +
      String.raw`(?!\[scrubbed\])[^"'\]\\\r\n]{1,256}`,
    'gi',
  )
  /** "apiKey should match format uuid, was x", "private key should be 32 bytes long: x" */
  const stated = new RegExp(
    String.raw`(${all}[^\r\n:,"'\x60\\]{0,100}(?:, (?:got|was|received|but (?:got|was)) |\blong: ))` +
      String.raw`([^\s"'\x60\\,;()]{4,256})`,
    'gi',
  )
  return (text) => {
    const nested = text.replace(NESTED_ID, `$1${replacement}`)
    if (!IS_MESSAGE.test(nested)) return nested
    return nested
      .replace(first, `$1${replacement}`)
      .replace(before, `$1${replacement}`)
      .replace(rejected, `$1${replacement}`)
      .replace(stated, (match, start: string, value: string) =>
        looksSecret('password', value) ? start + replacement : match,
      )
  }
}
