import { expect, test } from 'vitest'
import { describeAgent, type AgentAttributes } from './agent.ts'
import { createUserAgentParser } from './user-agent.ts'

const parse = createUserAgentParser()
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const CHROME_ON_WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK}`
const EDGE_ON_WINDOWS = `${CHROME_ON_WINDOWS} Edg/156.0.0.0`

test.each<[string, AgentAttributes, browser: string, os: string]>([
  ['nothing', {}, '', ''],
  ['a user agent', { 'user_agent.original': CHROME_ON_WINDOWS }, 'Chrome 156', 'Windows'],
  [
    'what the sender has read',
    {
      'user_agent.original': CHROME_ON_WINDOWS,
      'user_agent.name': 'Safari',
      'user_agent.version': '26.1.2',
      'user_agent.os.name': 'iOS',
      'user_agent.os.version': '26.2',
    },
    'Safari 26',
    'iOS 26.2',
  ],
  [
    'brands and platform without a user agent',
    {
      'browser.brands': '["Not:A-Brand 24","Chromium 156","Google Chrome 156"]',
      'browser.platform': 'macOS',
    },
    'Chrome 156',
    'macOS',
  ],
  [
    'a brand that its user agent hides',
    {
      'user_agent.original': CHROME_ON_WINDOWS,
      'browser.brands': '["Brave 156","Chromium 156"," Not A;Brand 99"]',
    },
    'Brave 156',
    'Windows',
  ],
  [
    'brands that say less than the user agent',
    { 'user_agent.original': EDGE_ON_WINDOWS, 'browser.brands': '["Chromium 156","Not_A Brand 8"]' },
    'Microsoft Edge 156',
    'Windows',
  ],
  [
    'a robot that identifies itself',
    { 'user_agent.original': CHROME_ON_WINDOWS, 'user_agent.synthetic.type': 'bot' },
    'Chrome 156 (bot)',
    'Windows',
  ],
  ['brands that are no list', { 'browser.brands': '{"a":1}' }, '', ''],
])('%s', (_, attributes, browser, os) => {
  expect(describeAgent(attributes, parse)).toEqual({ browser, os })
})
