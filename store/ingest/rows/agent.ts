// Browser and operating system of an occurrence, from all attributes that describe them.
import { parseJson } from '../../../server/json.ts'
import type { Attributes } from './attributes.ts'
import { joinWords } from './text.ts'
import type { UserAgent, UserAgentParser } from './user-agent.ts'

/** Of the record, its span or its resource. */
const NAMES = [
  'browser.brands',
  'browser.platform',
  'user_agent.name',
  'user_agent.original',
  'user_agent.os.name',
  'user_agent.os.version',
  'user_agent.synthetic.type',
  'user_agent.version',
] as const

export type AgentAttributes = Partial<Record<(typeof NAMES)[number], string>>

/** Brands that many browsers send: the engine, and one that is made up ("Not:A-Brand"). */
const COMMON_BRAND = /^Chromium$|^[^a-z]*Not\b.*Brand/i

export function agentAttributes(attributes: Attributes): AgentAttributes {
  return Object.fromEntries(NAMES.flatMap((name) => (attributes[name] ? [[name, attributes[name]]] : [])))
}

/** What a sender has read itself comes first, then the user agent, then the brands that stand in for it. */
export function describeAgent(attributes: AgentAttributes, parse: UserAgentParser): UserAgent {
  const original = parse(attributes['user_agent.original'] ?? '')
  const own = joinWords(attributes['user_agent.name'], major(attributes['user_agent.version']))
  const brand = brandOf(attributes['browser.brands'] ?? '')
  // Brave and others call themselves Chrome in the user agent alone.
  const isChrome = /^(?:Chrome|Chromium)\b|^$/.test(original.browser)
  const browser = own || (isChrome && brand) || original.browser
  const system = joinWords(attributes['user_agent.os.name'], attributes['user_agent.os.version'])
  const synthetic = attributes['user_agent.synthetic.type']
  return {
    browser: joinWords(browser, synthetic && `(${synthetic})`),
    os: system || original.os || (attributes['browser.platform'] ?? ''),
  }
}

/** "Brave 156" of `["Chromium 156","Brave 156","Not:A-Brand 24"]`; empty if no brand is more exact. */
function brandOf(list: string): string {
  const parsed = parseJson(list)
  const brands = parsed === undefined ? list.split(',') : parsed
  if (!Array.isArray(brands)) return ''
  const names = brands.map((brand) => {
    const [, name = '', version] = /^\s*(.*?)[\s;]*(\d+)?[\d.]*\s*$/.exec(String(brand).slice(0, 200)) ?? []
    return { name, text: joinWords(name.replace(/^Google Chrome$/, 'Chrome'), version) }
  })
  return names.find(({ name }) => name !== '' && !COMMON_BRAND.test(name))?.text ?? ''
}

function major(version: string | undefined): string | undefined {
  return version?.split('.', 1)[0]
}
