// The rules of a style sheet that scripts change, by the numbers that browsers give them.
import { blockOf, splitRules, withProperties } from './css-text.ts'

/** `children`: of a group such as `@media`, once one of them has changed; `text` is then its head alone. */
type Rule = { text: string; children: Rule[] | null }

/** `css`: of all rules; null: they have changed since it was made. */
export type RecordedSheet = { rules: Rule[]; css: string | null }

/** Groups in groups. */
const MAX_NESTING = 10
/** To which scripts add no further ones. */
const MAX_RULES = 20_000

export function toSheet(css: string): RecordedSheet {
  return { rules: toRules(css), css }
}

function toRules(css: string): Rule[] {
  return splitRules(css).map((text) => ({ text, children: null }))
}

export function cssOf(sheet: RecordedSheet): string {
  sheet.css ??= textOf(sheet.rules)
  return sheet.css
}

function textOf(rules: Rule[]): string {
  return rules.map(({ text, children }) => (children ? `${text}{${textOf(children)}}` : text)).join('\n')
}

/** Browsers insert nothing else than one rule. */
export function insertRule(sheet: RecordedSheet, index: unknown, text: string): void {
  const [rule, ...others] = toRules(text)
  if (rule !== undefined && others.length === 0)
    changeAt(sheet, index, (rules, at) => rules.length < MAX_RULES && rules.splice(at, 0, rule))
}

export function deleteRule(sheet: RecordedSheet, index: unknown): void {
  changeAt(sheet, index, (rules, at) => rules.splice(at, 1))
}

/** `value`: with its priority; empty: the property is removed. */
export function setProperty(
  sheet: RecordedSheet,
  index: unknown,
  property: [name: string, value: string],
): void {
  changeAt(sheet, index, (rules, at) => {
    const rule = rules[at]
    const block = rule?.children === null ? blockOf(rule.text) : null
    if (rule && block) rule.text = `${block.head}{${withProperties(block.body, [property])}}`
  })
}

/**
 * Calls `change` with the place of a rule, unless its group does not exist. `index`: a number; of a rule in a
 * group, a list in which the numbers of the groups come first.
 */
function changeAt(
  sheet: RecordedSheet,
  index: unknown,
  change: (rules: Rule[], at: number) => unknown,
): void {
  const numbers: unknown[] = Array.isArray(index) ? index : [index ?? 0]
  const at = numbers.at(-1)
  if (!isNumber(at) || numbers.length > MAX_NESTING) return
  let rules: Rule[] | null = sheet.rules
  for (const number of numbers.slice(0, -1)) rules = isNumber(number) ? childrenOf(rules?.[number]) : null
  if (rules === null) return
  change(rules, at)
  sheet.css = null
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function childrenOf(rule: Rule | undefined): Rule[] | null {
  if (rule?.children === null && rule.text.startsWith('@')) {
    const block = blockOf(rule.text)
    if (block !== null) Object.assign(rule, { text: block.head, children: toRules(block.body) })
  }
  return rule?.children ?? null
}
