// Browser and operating system out of a user agent, as people say them: "Chrome 156", "Windows 11".
import { parse as parseUserAgent } from 'bowser'

export type Agent = { browser: string; os: string }

/** Different user agents remembered. A site meets some hundreds a day; parsing one costs more than all the rest of a row. */
const REMEMBERED = 2_000

const NOBODY: Agent = { browser: '', os: '' }

export type Agents = (userAgent: string) => Agent

export function createAgents(): Agents {
  const known = new Map<string, Agent>()
  return (userAgent) => {
    if (userAgent === '') return NOBODY
    const found = known.get(userAgent)
    if (found) return found
    if (known.size >= REMEMBERED) known.clear()
    const agent = parse(userAgent)
    known.set(userAgent, agent)
    return agent
  }
}

function parse(userAgent: string): Agent {
  const { browser, os } = parseUserAgent(userAgent)
  const major = browser.version?.split('.', 1)[0]
  return { browser: words(browser.name, major), os: words(os.name, os.versionName ?? os.version) }
}

function words(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' ')
}
