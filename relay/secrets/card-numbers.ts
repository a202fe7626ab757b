// Numbers of payment cards: lengths and first digits that networks issue, without separators or in the card's
// groups, and a valid check digit. All three are required, because times and ids have as many digits.
import { type Pattern, charactersOf } from './secret-prefilter.ts'

const DIGIT = { characters: '0123456789', isOptional: false }
/** No letter, digit or dot before the number, and eight digits with at most one separator. */
export const CARD_START: Pattern = [
  {
    characters: charactersOf(/[^\w.]/),
    isOptional: false,
  },
  { characters: '23456', isOptional: false },
  DIGIT,
  DIGIT,
  DIGIT,
  { characters: ' -.', isOptional: true },
  { characters: ' ', isOptional: true },
  DIGIT,
  DIGIT,
  DIGIT,
  DIGIT,
]
export const MIN_CARD_DIGITS = 14
export const MIN_CARD_NUMBER = 10 ** (MIN_CARD_DIGITS - 1)

/** Between the groups of a number, the same each time. */
const SEPARATOR = '(?: {1,2}|[-.])?'
const NUMBER = new RegExp(
  [
    String.raw`(?<![\w.+])(?:`,
    // UnionPay and Maestro, the only ones still issued with 19 digits.
    String.raw`6\d{3}(?<long>${SEPARATOR})\d{4}\k<long>\d{4}\k<long>\d{4}\k<long>\d{3}`,
    // Visa, Mastercard, JCB, Discover, UnionPay, Maestro.
    String.raw`|(?:4\d{3}|5[1-5]\d\d|2[2-7]\d\d|35\d\d|6\d{3})`,
    String.raw`(?<fours>${SEPARATOR})\d{4}\k<fours>\d{4}\k<fours>\d{4}`,
    // American Express, Diners Club.
    String.raw`|3(?:[47]\d\d(?<amex>${SEPARATOR})\d{6}\k<amex>\d{5}`,
    String.raw`|[0689]\d\d(?<diners>${SEPARATOR})\d{6}\k<diners>\d{4})`,
    String.raw`)(?!\w|[-.]\d)`,
  ].join(''),
  'g',
)
const ENTIRE_TEXT = new RegExp(`^${NUMBER.source}$`)
/** Digits, blanks and hyphens of other alphabets, each of one code unit. */
const WIDE = /[\uff10-\uff19\u00a0\u2000-\u200a\u202f\u3000\u2010-\u2015]/g
/** Words directly before a number that is not a card. */
const PHONE =
  /\b(?:phone|telephone|telefon|tel|mobile|cell|fax|call|sms|whatsapp)\W{0,3}(?:no|nr|number)?\W{0,4}$/i
const OTHER_ID = new RegExp(
  String.raw`(?:order|invoice|booking|tracking|shipment|parcel|customer|reference|request|trace|serial` +
    String.raw`|batch|imei|isbn|ean|gtin|sku|article|item|product|ticket|transaction)` +
    String.raw`[-_ ]?(?:id|no|nr|number|code)?\W{0,40}$`,
  'i',
)
/** Numbers that `CARD_START` does not know, with digits or blanks that are not ASCII. */
export const WIDE_CARD = String.raw`\d{4}[\u00a0\u2000-\u3000]{1,2}\d{4}|[\uff10-\uff19]{4}`
/** Characters before a number that tell what it is. */
const BEFORE = 80

export function hideCardNumbers(text: string, replacement: string): string {
  const plain = text.replaceAll(WIDE, plainCharacter)
  let result = ''
  let copied = 0
  for (const { 0: match, index } of plain.matchAll(NUMBER)) {
    if (!hasCheckDigit(match) || isOtherNumber(plain, match, index)) continue
    result += text.slice(copied, index) + replacement
    copied = index + match.length
  }
  return copied === 0 ? text : result + text.slice(copied)
}

export function isCardNumber(text: string): boolean {
  return ENTIRE_TEXT.test(text) && hasCheckDigit(text)
}

/** Numbers of orders are written without separators. */
function isOtherNumber(text: string, match: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - BEFORE), index)
  return PHONE.test(before) || (/^\d+$/.test(match) && OTHER_ID.test(before))
}

function plainCharacter(character: string): string {
  const digit = character.charCodeAt(0) - 0xff10
  if (digit >= 0) return String(digit)
  return /\s/.test(character) ? ' ' : '-'
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
