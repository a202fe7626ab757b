// What a user did before an error, from the breadcrumbs of the event, in order.
import type { Breadcrumb, Event } from '../issues.ts'

/** `nth`: from 0, where several elements have the selector; null: not known which. */
export type Click = { kind: 'click'; selector: string; role: string; nth: number | null }
export type Step =
  | Click
  | { kind: 'navigation'; path: string }
  | { kind: 'typed' }
  | { kind: 'exception'; text: string }

/** Roles that elements have without the attribute. */
const ROLES: Record<string, string> = { a: 'link', button: 'button', select: 'combobox' }
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
/** Inputs that have another role, or none. */
const TEXT_ROLE = 'textbox'
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
  const selector = selectors.replace(/\[[^\]]*\]?/g, keepType).replace(/(?<!\\)[:/@!%+*]/g, String.raw`\$&`)
  if (!/^[a-z*.#[]/i.test(selector)) return null
  const last = selector.split(/\s*>\s*|\s+/).at(-1) ?? ''
  return { kind: 'click', selector, role: roleOf(last), nth: number ? Number(number) - 1 : null }
}

/** Other attributes may have texts: `[aria-label="…"]` of Sentry's SDK. */
function keepType(attribute: string): string {
  return /^\[(?:type|role)=["']?[\w-]+["']?\]$/.test(attribute) ? attribute : ''
}

function roleOf(selector: string): string {
  const valueOf = (name: string): string =>
    new RegExp(`\\[${name}=["']?([\\w-]+)`).exec(selector)?.[1]?.toLowerCase() ?? ''
  const tag = /^[a-z][a-z0-9-]*/i.exec(selector)?.[0]?.toLowerCase() ?? ''
  const type = valueOf('type')
  const own = tag === 'input' ? inputRole(type) : (ROLES[tag] ?? '')
  return valueOf('role') || own
}

function inputRole(type: string): string {
  return WITHOUT_ROLE.test(type) ? '' : (INPUT_ROLES[type] ?? TEXT_ROLE)
}
