// Numbers of payment cards: the lengths and first digits that networks issue, written at once or in the groups of the card, with a
// right check digit. All three are asked for, because times and ids have as many digits.
import type { Pattern } from './automaton.ts'

const DIGIT = { characters: '0123456789', optional: false }
/** What every number below begins with: no letter, digit or point in front, and eight digits with at most one joint in the middle. */
export const CARD_BEGINNING: Pattern = [
  {
    characters: ascii()
      .filter((character) => !/[\w.]/.test(character))
      .join(''),
    optional: false,
  },
  { characters: '23456', optional: false },
  DIGIT,
  DIGIT,
  DIGIT,
  { characters: ' -', optional: true },
  DIGIT,
  DIGIT,
  DIGIT,
  DIGIT,
]
/** Thirteen digits are none yet. */
export const SMALLEST_CARD = 1e13

const NUMBER = new RegExp(
  [
    String.raw`(?<![\w.])(?:`,
    // UnionPay and Maestro, the only ones still issued with 19 digits.
    String.raw`6\d{3}(?<long>[ -]?)\d{4}\k<long>\d{4}\k<long>\d{4}\k<long>\d{3}`,
    // Visa, Mastercard, JCB, Discover, UnionPay, Maestro.
    String.raw`|(?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|35\d\d|6\d{3})(?<fours>[ -]?)\d{4}\k<fours>\d{4}\k<fours>\d{4}`,
    // American Express, Diners Club.
    String.raw`|3(?:[47]\d\d(?<amex>[ -]?)\d{6}\k<amex>\d{5}|[0689]\d\d(?<diners>[ -]?)\d{6}\k<diners>\d{4})`,
    String.raw`)(?!\w|[-.]\d)`,
  ].join(''),
  'g',
)
const WHOLE = new RegExp(`^${NUMBER.source}$`)

export function hideCards(text: string, replacement: string): string {
  return text.replace(NUMBER, (found) => (hasCheckDigit(found) ? replacement : found))
}

export function isCard(text: string): boolean {
  return WHOLE.test(text) && hasCheckDigit(text)
}

/** Luhn: from the right every second digit counts twice, and the sum ends in 0. */
function hasCheckDigit(text: string): boolean {
  let sum = 0
  let isDoubled = false
  for (let index = text.length - 1; index >= 0; index--) {
    const digit = text.charCodeAt(index) - 48
    if (digit < 0 || digit > 9) continue
    const value = isDoubled ? 2 * digit : digit
    sum += value > 9 ? value - 9 : value
    isDoubled = !isDoubled
  }
  return sum % 10 === 0
}

function ascii(): string[] {
  return Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
}
