import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createScrubber } from './scrub.ts'

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
  "pin": "pin" ?key= &key=shoes- ?state=a- token:_the_ token:_a_b_ token[ token%5B%5D`
    .split(/\s+/)
    .map((part) => part.replaceAll('_', ' '))
const MIB = 1024 * 1024
const HARMLESS_LINE =
  '    at renderItem (https://shop.example/token-list-4f9a.js:12:3456) in tokenize, password field\n'
const harmlessWork = leastWork(() => scrub(repeatTo(MIB, HARMLESS_LINE)))

test.each([...HOSTILE, '４', 'ä', '\u00a0', '\n', '\t'])(
  'a text of %j takes time in proportion to its length',
  (part) => {
    // One text takes as long as sixteen pieces of it, unless some pattern reads characters repeatedly: a
    // pattern of quadratic cost takes sixteen times as long. The measure is the least processor time of
    // several tries.
    const text = repeatTo(64 * 1024, part)
    const piece = text.slice(0, text.length / 16)
    const pieces = leastWork(() => {
      for (let index = 0; index < 16; index++) scrub(piece)
    })
    expect(leastWork(() => scrub(text))).toBeLessThan(6 * pieces + 20_000)
    // Measured: at most 7 times as long.
    expect(leastWork(() => scrub(repeatTo(MIB, part)), 1)).toBeLessThan(20 * harmlessWork + 20_000)
  },
)

test('generated texts of several parts do, too', () => {
  const parts = fc.array(fc.constantFrom(...HOSTILE), { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(parts, (list) => {
      const text = repeatTo(MIB / 4, list.join(''))
      expect(leastWork(() => scrub(text), 1)).toBeLessThan(20 * harmlessWork)
    }),
    { numRuns: 100 },
  )
})

function repeatTo(length: number, part: string): string {
  return part.repeat(Math.ceil(length / part.length))
}

function leastWork(act: () => unknown, tries = 5): number {
  const work = Array.from({ length: tries }, () => {
    const before = process.cpuUsage()
    act()
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.min(...work)
}
