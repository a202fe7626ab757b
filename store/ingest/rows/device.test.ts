import { expect, test } from 'vitest'
import { deviceOf } from './device.ts'

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0'

test.each([
  ['desktop', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`],
  ['desktop', 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'],
  ['desktop', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`],
  ['desktop', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.1 Safari/605.1.15`],
  ['mobile', `Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) ${WEBKIT} Version/26.1 Mobile/15E148`],
  ['mobile', `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`],
  ['tablet', `Mozilla/5.0 (Linux; Android 14; SM-X710) ${CHROME} Safari/537.36`],
  ['tablet', `Mozilla/5.0 (iPad; CPU OS 26_1 like Mac OS X) ${WEBKIT} Version/26.1 Mobile/15E148`],
  ['tablet', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} CriOS/156 Version/13 Safari/604.1`],
  ['', 'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 Version/6.0 TV Safari/537.36'],
  ['', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['', ''],
])('%s: %s', (device, userAgent) => {
  expect(deviceOf({ 'user_agent.original': userAgent })).toBe(device)
})

test('client hints count where the user agent has no value', () => {
  expect(deviceOf({ 'browser.mobile': 'true' })).toBe('mobile')
  expect(deviceOf({ 'browser.mobile': 'false' })).toBe('desktop')
  expect(deviceOf({ 'user_agent.original': 'curl/8.0', 'browser.mobile': 'maybe' })).toBe('')
})
