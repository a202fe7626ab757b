// Whether scrubbing takes time in proportion to the length of a text, also of texts that make some pattern
// try a match at every position. It fails where a pattern is quadratic.
import { join } from 'node:path'
import * as fc from 'fast-check'
import { writeTable } from '../../scripts/bench/table.ts'
import { createScrubber } from '../secrets/scrub.ts'

const { text: scrub } = createScrubber()

/** Each of them, repeated, makes some pattern try a match at every position. */
const HOSTILE =
  String.raw`eyJa- eyJaaaaa eyJaaaaa. token= token a@:// ://a :a@ password: password":" Bearer_ bearer__
  basic_a basic_aaaaaaaaaaaaaaaa x- ?code= &code cookie:a= cookie:_ a=b; 4111_ 4 4- 1_ \ \" session
  unexpected_token= token=bearer_ token:1: api_key _ token: token:_a_ token:[ token:{" token:\"
  ["token",_ "token",' "key":"password",_ "key":"password"_value name="password"\n <password_
  <password> <token_a </password><key> --token_ --token_a_ password:_a_b_ password:_must_
  authorization:_a_ authorization:_=" cookie:_a=" value="a value="a"_name="
  "value":"a","key":"tokex" token%3D%22 token&quot;:&quot; -----BEGIN_PRIVATE_KEY----- -----BEGIN_
  AKIA1 AKIAAKIAAKIAAKIA ghp_a github_pat_ xoxb- SG.a SG.aaaaaaaaaaaaaaaaaaaa sk_live_ npm_a AIza
  token\n token_is_ /a/token:_ ://a/b/token:_ token=>_ token_=>_1a passwordconfirm password_confirm_
  "pin": "pin" ?key= &key=shoes- ?state=a- token:_the_ token:_a_b_ token[ token%5B%5D
  password_is_ password_for_a_is_ password_' password_(a password_a1b2c token_a1b2c3d4e5 DB_PASS=
  a.key=a1 a-session= curl_ curl_-u_a: mysql_-p sshpass_-p_ docker_login_-p_
  /reset/aaaaaaaaaaaaaaaaaaaa1 /reset/a/ reset- hooks.slack.com/services/ api.telegram.org/bot
  $2b$10$aaaa $6$a$ $argon2id$ {SSHA} pbkdf2_sha256$ code_is_1234 _is_your_ 1234_is_your_a_
  use_the_a_code_ logged_in_a_with_ login_a/ credentials_a: backup_codes:_a1b2,_ backup_codes:_a1b2_ 密码：
  пароль_ contraseña_ name:_password\n password;s:1:" password=string( auth=(_( ?reset= AUTH_ PASS_
  "--password",_ your_code_ ihr_code_a_ ihre_tan_a_b_ secret:_abcd_abcd_ manually:_abcd_ seed_abc_abc_
  INSERT_a(token)_VALUES_( INSERT_( Duplicate_entry_' column_'pin'_value_' Key_(token)=( PASSWORD_'
  password_x_value_' password'_with_value_" password\n_input_value=' "session":{"id":" "code":" "code":"a1B
  login_a_password_ PIN_a_ PIN_12 recovery_code_a_ "abcd_as_your_ passcode_a_expected_ jdbc:oracle:a:a/
  /private-a1 .eJaaaaaaaaaaaaaaaaaaaa. set_password_to_ password_you_entered,_ password_for_your_
  password_a_value= password_a,_got_ key_a_long:_ Received_'a'_ "value":"a","msg":"a", mfa_code_ typed_a1_
  "kty"_`
    .split(/\s+/)
    .map((part) => part.replaceAll('_', ' '))
const CHARACTERS = ['４', 'ä', '\u00a0', '\n', '\t']
const MIB = 1024 * 1024
const PIECES = 16
/** A pattern of quadratic cost takes 16 times as long for a text as for sixteen pieces of it. */
const MAX_GROWTH = 6
/** Measured: at most 9. */
const MAX_COST = 20
/** Microseconds that a measurement may be wrong by. */
const TOLERANCE = 20_000
const GENERATED = 100
const HARMLESS_LINE =
  '    at renderItem (https://shop.example/token-list-4f9a.js:12:3456) in tokenize, password field\n'

const harmlessWork = leastWork(() => scrub(repeatTo(MIB, HARMLESS_LINE)))
const generated = fc.sample(fc.array(fc.constantFrom(...HOSTILE), { minLength: 2, maxLength: 4 }), GENERATED)
const results = [...HOSTILE, ...CHARACTERS, ...generated.map((parts) => parts.join(''))].map(measure)
const failures = results.filter(({ isTooSlow }) => isTooSlow)
for (const { part, growth, cost } of failures)
  console.error(
    `${JSON.stringify(part)}: ${growth.toFixed(1)} × sixteen pieces, ${cost.toFixed(1)} × harmless text`,
  )
writeTable(
  join(import.meta.dirname, 'README.md'),
  'Scrubbing of hostile texts',
  [`${results.length} texts`, 'most'],
  [
    [
      '1 MiB against as much of a harmless stack',
      `${Math.max(...results.map(({ cost }) => cost)).toFixed(1)} ×`,
    ],
    ['texts that are too slow', String(failures.length)],
  ],
)
process.exitCode = failures.length === 0 ? 0 : 1

/** The measure is the least processor time of several tries. */
function measure(part: string): { part: string; growth: number; cost: number; isTooSlow: boolean } {
  const text = repeatTo(MIB / 16, part)
  const piece = text.slice(0, text.length / PIECES)
  const pieces = leastWork(() => {
    for (let index = 0; index < PIECES; index++) scrub(piece)
  })
  const entire = leastWork(() => scrub(text))
  const large = leastWork(() => scrub(repeatTo(MIB, part)), 1)
  return {
    part,
    growth: entire / pieces,
    cost: large / harmlessWork,
    isTooSlow: entire > MAX_GROWTH * pieces + TOLERANCE || large > MAX_COST * harmlessWork + TOLERANCE,
  }
}

function repeatTo(length: number, part: string): string {
  return part.repeat(Math.ceil(length / part.length))
}

function leastWork(task: () => unknown, tries = 5): number {
  const work = Array.from({ length: tries }, () => {
    const before = process.cpuUsage()
    task()
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.min(...work)
}
