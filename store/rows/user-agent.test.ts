import { expect, test } from 'vitest'
import { createUserAgentParser } from './user-agent.ts'

const parse = createUserAgentParser()
const IPHONE_18_5 = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)'
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0'

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Safari/537.36 Edg/156.0.0.0`,
    'Microsoft Edge 156',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0',
    'Firefox 153',
    'Windows',
  ],
  ['Mozilla/5.0 (Windows NT 6.1; rv:115.0) Gecko/20100101 Firefox/115.0', 'Firefox 115', 'Windows 7'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.1 Safari/605.1.15`,
    'Safari 26',
    'macOS',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${WEBKIT} Version/26.1 Mobile/15E148 Safari/604.1`,
    'Safari 26',
    'iOS',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${WEBKIT} Version/17.5 Mobile/15E148 Safari/604.1`,
    'Safari 17',
    'iOS 17.5',
  ],
  [`${IPHONE_18_5} ${WEBKIT} CriOS/156.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome 156', 'iOS 18.5'],
  [`${IPHONE_18_5} ${WEBKIT} Mobile/15E148`, 'iOS WebView', 'iOS 18.5'],
  [`${IPHONE_18_5} ${WEBKIT} Mobile/15E148 Instagram 350.0.0.10.100 (iPhone16,2)`, 'Instagram', 'iOS 18.5'],
  [`${IPHONE_18_5} ${WEBKIT} Mobile/15E148 [FBAN/FBIOS;FBAV/480.0.0.30.108]`, 'Facebook', 'iOS 18.5'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Mobile Safari/537.36`, 'Chrome 156', 'Android'],
  [
    'Mozilla/5.0 (Linux; Android 16; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/156.0.0.0 Mobile Safari/537.36',
    'Android WebView 156',
    'Android 16',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36',
    'Samsung Internet for Android 29',
    'Android',
  ],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot 2', ''],
  ['curl/8.0', '', ''],
  ['', '', ''],
  [`Mozilla/5.0 (${'('.repeat(5_000)}`, 'Mozilla 5', ''],
])('%s is %j on %j', (userAgent, browser, os) => {
  expect(parse(userAgent)).toEqual({ browser, os })
})
