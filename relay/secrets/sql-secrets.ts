// Replaces secrets in statements of SQL and in the messages of databases.
import { looksSecret } from './secret-look.ts'
import { type Pattern, literal } from './secret-prefilter.ts'

/** `WITH PASSWORD 'x'`, `= PASSWORD('x')`: in capitals, as no sentence has it. */
const CLAUSE = /(\b(?:PASSWORD|IDENTIFIED BY)(?: ?\( ?| = ?| )')(?!\[scrubbed\])([^'\r\n]{1,256})/g
/** `Key (api_key)=(x) already exists` */
const UNIQUE_KEY = /(\bKey \(\w{0,64}(?:key|token|code|secret|hash|session)\w{0,64}\)=\()([^()\r\n]{1,256})/gi
/** `where key = 'x'` */
const KEY_COLUMN = /(\bkey[`"\]]?(?: =|=) ?N?')([^'\r\n]{16,256})(?=')/gi
const CRYPT = /(\bcrypt\(')(?!\[scrubbed\])[^'\r\n]{1,256}/g
/** Names of columns and of unique indexes whose values are secrets. */
const COLUMN =
  '(?:token|secret|passw|pwd|passphrase|session|sess_id|sid|api_?key|otp|pin(?![a-z])|_code|hash)'
const IS_SECRET = new RegExp(COLUMN, 'i')
/** `Duplicate entry 'x' for key 'sessions.token'` */
const DUPLICATE = new RegExp(
  String.raw`(\bDuplicate entry ')([^'\r\n]{1,256})(?=' for key '[^'\r\n]{0,128}${COLUMN})`,
  'gi',
)
/** `column 'pin': value 'x'`, `column "token" with value "x"` */
const OF_COLUMN = new RegExp(
  String.raw`(\b(?:column|field|attribute|parameter) (\\{0,31}['"\x60])[\w.]{0,64}${COLUMN}[\w.]{0,32}\2` +
    String.raw`:?(?: with| has)?(?: invalid)? value:? (\\{0,31}['"]))([^'"\\\r\n]{1,256})(?=\3)`,
  'gi',
)
const INSERT =
  /\b((?:INSERT|REPLACE) [^()]{1,128}\(([^()]{1,1024})\)\s{0,4}VALUES\s{0,4}\()([^\r\n]{1,4096})/gi
/** A text, also with doubled quotes in it, or a number or a word. */
const SQL_VALUE = /\s*('(?:[^']|'')*'?|(?:\\{0,31}")[^"\\]*(?:\\{0,31}"|$)|[^,()]*)\s*(,|\)|$)/y

export function sqlPatterns(): Pattern[] {
  return [
    "password '",
    "password('",
    'duplicate entry',
    ' value',
    'values',
    ')=(',
    ...['key = ', 'key` = ', 'key" = ', 'key] = '].map((start) => `${start}'`),
    "crypt('",
  ].map((text) => literal(text))
}

const IS_SQL = /PASSWORD|key|Key \(|crypt\(|IDENTIFIED BY|Duplicate entry|value/i

export function hideSqlSecrets(text: string, replacement: string): string {
  if (!IS_SQL.test(text)) return text
  return text
    .replace(CLAUSE, `$1${replacement}`)
    .replace(CRYPT, `$1${replacement}`)
    .replace(KEY_COLUMN, (match, before: string, value: string) =>
      looksSecret('token', value) ? before + replacement : match,
    )
    .replace(UNIQUE_KEY, (match, before: string, value: string) =>
      looksSecret('token', value) ? before + replacement : match,
    )
    .replace(DUPLICATE, (match, before: string, value: string) =>
      looksSecret('token', value) ? before + replacement : match,
    )
    .replace(OF_COLUMN, (match, ...[before = '', , , value = '']: string[]) =>
      looksSecret('password', value) || looksSecret('code', value) ? before + replacement : match,
    )
    .replace(INSERT, (match, before: string, columns: string, values: string) =>
      IS_SECRET.test(columns) ? before + hideValues(columns.split(','), values, replacement) : match,
    )
}

/** The values of the first row behind `VALUES (`; secrets are replaced. */
function hideValues(columns: string[], values: string, replacement: string): string {
  let result = ''
  let at = 0
  for (const column of columns) {
    SQL_VALUE.lastIndex = at
    const match = SQL_VALUE.exec(values)
    if (match === null) break
    const [all, value = '', end] = match
    const [quote] = /^\\{0,31}['"]/.exec(value) ?? []
    const isHidden = IS_SECRET.test(column.replaceAll(/[\s"'`[\]]/g, '')) && quote !== undefined
    result += isHidden ? all.replace(value, () => quote + replacement + quote) : all
    at = SQL_VALUE.lastIndex
    if (end !== ',') break
  }
  return result + values.slice(at)
}
