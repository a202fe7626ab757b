// What a user did before an error, from the breadcrumbs of the event, in order.
import type { Breadcrumb, Event } from '../issues.ts'

/**
 * `nth`: from 0, where several elements have the selector; null: not known which. `isField`: one may have
 * typed or chosen something there.
 */
export type Click = { kind: 'click'; selector: string; role: string; nth: number | null; isField: boolean }
export type Step =
  | Click
  | { kind: 'navigation'; path: string }
  | { kind: 'typed' }
  | { kind: 'exception'; text: string }

/** Roles that elements have without the attribute, whatever others they have: a link needs an `href`. */
const ROLES: Record<string, string> = { button: 'button', textarea: 'textbox' }
const INPUT_ROLES: Record<string, string> = {
  button: 'button',
  checkbox: 'checkbox',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
}
const FIELD_ROLE = /^(?:textbox|searchbox|spinbutton|combobox|listbox)$/
/** Inputs that have another role, or none. */
const TEXT_ROLE = 'textbox'
const TYPED = /^(?:date|datetime-local|month|password|time|week)$/
const WITHOUT_ROLE = /^(?:color|date|datetime-local|file|hidden|month|password|time|week)$/

export function stepsOf({ breadcrumbs }: Pick<Event, 'breadcrumbs'>): Step[] {
  return breadcrumbs.flatMap((crumb) => stepOf(crumb) ?? [])
}

function stepOf({ kind, text }: Breadcrumb): Step | null {
  if (kind === 'click') return clickOf(text)
  if (kind === 'input') return { kind: 'typed' }
  if (kind === 'exception') return { kind, text }
  const path = kind === 'navigation' ? pathOf(text.split(' → ')[1] ?? '') : ''
  return path === '' ? null : { kind: 'navigation', path }
}

/** Where the user was before the first navigation; empty: there was none. */
export function firstPath({ breadcrumbs }: Pick<Event, 'breadcrumbs'>): string {
  const first = breadcrumbs.find(({ kind }) => kind === 'navigation')
  return pathOf(first?.text.split(' → ')[0] ?? '')
}

/** Without query and fragment, which may have secrets. Empty: not a path or a URL. */
function pathOf(address: string): string {
  return /^(?:\/|https?:)/.test(address) ? (URL.parse(address, 'http://page')?.pathname ?? '') : ''
}

/** `button#buy.primary`, `input[type=checkbox].wide (2 of 5)`, or a longer selector of another SDK. */
function clickOf(text: string): Click | null {
  const [, selectors = '', number] = /^(.*?)(?: \((\d+) of \d+\))?$/s.exec(text.trim()) ?? []
  const selector = selectors.replace(ATTRIBUTE, keepType).replace(/(?<!\\)[:/@!%+*]/g, String.raw`\$&`)
  if (!/^[a-z*.#[]/i.test(selector)) return null
  const last = selector.split(/(?<!\\)(?:\s*>\s*|\s+)/).at(-1) ?? ''
  const { role, isField } = kindOf(last)
  return { kind: 'click', selector, role, nth: number ? Number(number) - 1 : null, isField }
}

/** Not of a class such as `w-[4px]`, whose brackets have a backslash in front. */
const ATTRIBUTE = /(?<!\\)\[(?:\\.|[^\]\\])*\]?/g

/** Other attributes may have texts: `[aria-label="…"]` of Sentry's SDK. */
function keepType(attribute: string): string {
  return /^\[(?:type|role)=["']?[\w-]+["']?\]$/.test(attribute) ? attribute : ''
}

/** Of the last part of a selector. */
function kindOf(selector: string): Pick<Click, 'role' | 'isField'> {
  const valueOf = (name: string): string =>
    new RegExp(`\\[${name}=["']?([\\w-]+)`).exec(selector)?.[1]?.toLowerCase() ?? ''
  const tag = /^[a-z][a-z0-9-]*/i.exec(selector)?.[0]?.toLowerCase() ?? ''
  const type = valueOf('type')
  const own = tag === 'input' ? inputRole(type) : (ROLES[tag] ?? '')
  const role = valueOf('role') || own
  const isTyped = tag === 'select' || (tag === 'input' && TYPED.test(type))
  return { role, isField: isTyped || FIELD_ROLE.test(role) }
}

function inputRole(type: string): string {
  return WITHOUT_ROLE.test(type) ? '' : (INPUT_ROLES[type] ?? TEXT_ROLE)
}
