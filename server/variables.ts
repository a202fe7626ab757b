// Reads environment variables, the same way in every process. Only `config.ts` of each process calls it.
import { StartupError } from './startup-error.ts'

export type Environment = Record<string, string | undefined>
type Range = { fallback: number; min: number; max: number }

/** Every reader throws a `StartupError` that names the variable, its value and what is allowed. */
export type Variables = {
  /** The value without blanks at its ends; undefined where the variable is not set or empty. */
  text(name: string): string | undefined
  integer(name: string, range: Range): number
  /** A number of bytes: `1048576`, `512 KiB`, `2G`. Units are powers of 1,024, in any case. */
  size(name: string, range: Range): number
  choice<Choice extends string>(name: string, allowed: readonly Choice[], fallback: Choice): Choice
  /** `true` or `false`; false where it is not set. */
  flag(name: string): boolean
  /** Items between commas, without blanks and empty items. */
  list(name: string): string[]
  /** An http or https URL without its last slash. */
  url(name: string, fallback: string): string
  /** An http or https URL of a host, without a path, a query and credentials. */
  origin(name: string, fallback: string): string
}

const UNITS = ['', 'k', 'm', 'g', 't']

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export function createVariables(environment: Environment): Variables {
  return { text, integer, size, choice, flag, list, url, origin }

  function text(name: string): string | undefined {
    return environment[name]?.trim() || undefined
  }

  function integer(name: string, { fallback, min, max }: Range): number {
    const value = text(name)
    if (value === undefined) return fallback
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= min && number <= max) return number
    throw invalid(name, value, `a whole number from ${min} to ${max}`)
  }

  function size(name: string, { fallback, min, max }: Range): number {
    const value = text(name)
    if (value === undefined) return fallback
    const [, digits, unit = ''] = /^(\d+)\s*(?:([kmgt])i?b?|b)?$/i.exec(value) ?? []
    const bytes = Number(digits) * 1024 ** UNITS.indexOf(unit.toLowerCase())
    if (bytes >= min && bytes <= max) return bytes
    const example = 'a number of bytes such as 1048576, 512 KiB or 2G'
    throw invalid(name, value, `${example}, from ${formatSize(min)} to ${formatSize(max)}`)
  }

  function choice<Choice extends string>(name: string, allowed: readonly Choice[], fallback: Choice): Choice {
    const value = text(name) ?? fallback
    const match = allowed.find((option) => option === value)
    if (match !== undefined) return match
    throw invalid(name, value, allowed.join(', '))
  }

  function flag(name: string): boolean {
    return choice(name, ['true', 'false'], 'false') === 'true'
  }

  function list(name: string): string[] {
    return (text(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  }

  function url(name: string, fallback: string): string {
    const value = text(name) ?? fallback
    if (/^https?:$/.test(URL.parse(value)?.protocol ?? '')) return value.replace(/\/+$/, '')
    throw invalid(name, value, 'an http or https URL')
  }

  function origin(name: string, fallback: string): string {
    const value = url(name, fallback)
    const { origin: own, href } = new URL(value)
    if (href === `${own}/`) return value
    throw invalid(name, value, 'an http or https URL without a path, such as https://errata.example')
  }
}

/** Of a URL; they are in no error and no log. */
const CREDENTIALS = /\/\/[^/?#]*@/

export function invalid(name: string, value: string, allowed: string): StartupError {
  return new StartupError(`${name} is "${value.replace(CREDENTIALS, '//…@')}", but must be ${allowed}.`)
}

function formatSize(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const unit = power === 0 ? 'bytes' : `${UNITS[power]!.toUpperCase()}iB`
  return `${Math.floor(bytes / 1024 ** power)} ${unit}`
}
