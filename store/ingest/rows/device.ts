// The class of device that a record of a page comes from: "desktop", "mobile" or "tablet".
import { parse } from 'bowser'
import type { Attributes } from './attributes.ts'
import { systemOf } from './operating-system.ts'
import { cacheByUserAgent } from './user-agent.ts'

export const DEVICES = ['desktop', 'mobile', 'tablet']

const parseDevice = cacheByUserAgent('', (userAgent) => {
  const { os, platform } = parse(userAgent)
  const system = systemOf(userAgent, os)
  if (system === 'Chrome OS') return 'desktop'
  // Only an iPad names itself a Macintosh with a token of iOS.
  if (system === 'iOS' && userAgent.includes('Macintosh')) return 'tablet'
  return DEVICES.find((name) => name === platform.type) ?? ''
})

/**
 * From the user agent, else from the browser's own attribute (`browser.mobile`). Empty: unknown.
 * An iPad that asks for desktop pages is a desktop: nothing tells them apart.
 */
export function deviceOf(attributes: Attributes): string {
  const device = parseDevice(attributes['user_agent.original'] ?? '')
  if (device !== '') return device
  const mobile = attributes['browser.mobile']
  return mobile === 'true' ? 'mobile' : mobile === 'false' ? 'desktop' : ''
}
