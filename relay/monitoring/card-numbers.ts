// Numbers of payment cards: lengths and first digits that networks issue, without separators or in the card's
// groups, and a valid check digit. All three are required, because times and ids have as many digits.
import type { Pattern } from './secret-prefilter.ts'

const DIGIT = { characters: '0123456789', isOptional: false }
/** No letter, digit or dot before the number, and eight digits with at most one separator. */
export const CARD_START: Pattern = [
  {
    characters: ascii()
      .filter((character) => !/[\w.]/.test(character))
      .join(''),
    isOptional: false,
  },
  { characters: '23456', isOptional: false },
  DIGIT,
  DIGIT,
  DIGIT,
  { characters: ' -', isOptional: true },
  DIGIT,
  DIGIT,
  DIGIT,
  DIGIT,
]
export const MIN_CARD_DIGITS = 14
export const MIN_CARD_NUMBER = 10 ** (MIN_CARD_DIGITS - 1)

const NUMBER = new RegExp(
  [
    String.raw`(?<![\w.])(?:`,
    // UnionPay and Maestro, the only ones still issued with 19 digits.
    String.raw`6\d{3}(?<long>[ -]?)\d{4}\k<long>\d{4}\k<long>\d{4}\k<long>\d{3}`,
    // Visa, Mastercard, JCB, Discover, UnionPay, Maestro.
    String.raw`|(?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|35\d\d|6\d{3})`,
    String.raw`(?<fours>[ -]?)\d{4}\k<fours>\d{4}\k<fours>\d{4}`,
    // American Express, Diners Club.
    String.raw`|3(?:[47]\d\d(?<amex>[ -]?)\d{6}\k<amex>\d{5}|[0689]\d\d(?<diners>[ -]?)\d{6}\k<diners>\d{4})`,
    String.raw`)(?!\w|[-.]\d)`,
  ].join(''),
  'g',
)
const ENTIRE_TEXT = new RegExp(`^${NUMBER.source}$`)

export function hideCardNumbers(text: string, replacement: string): string {
  return text.replace(NUMBER, (match) => (hasCheckDigit(match) ? replacement : match))
}

export function isCardNumber(text: string): boolean {
  return ENTIRE_TEXT.test(text) && hasCheckDigit(text)
}

/** The Luhn algorithm: from the right every second digit counts twice, and the sum ends in 0. */
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
