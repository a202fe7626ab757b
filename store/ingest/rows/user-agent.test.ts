import { expect, test } from 'vitest'
import { createUserAgentParser } from './user-agent.ts'

const parse = createUserAgentParser()
const IPHONE_18_5 = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)'
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0'
const WEBVIEW = 'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/156.0.0.0'

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
    'iOS 26.1',
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
  // Applications without a rule of their own.
  [`${IPHONE_18_5} ${WEBKIT} Mobile/15E148 Safari/604.1 Shoply/23.1`, 'iOS WebView', 'iOS 18.5'],
  [`${IPHONE_18_5} ${WEBKIT} Mobile/15E148 Twitter for iPhone/10.34`, 'Twitter', 'iOS 18.5'],
  [`${IPHONE_18_5} ${WEBKIT} Mobile/15E148 BingSapphire/27.0`, 'Bing', 'iOS 18.5'],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S901B) ${WEBVIEW} Mobile Safari/537.36`,
    'Android WebView 156',
    'Android 14',
  ],
  // iPads that ask for desktop pages.
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} CriOS/156 Safari/605.1.15`,
    'Chrome 156',
    'iOS',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} FxiOS/153 Safari/605.1.15`,
    'Firefox 153',
    'iOS',
  ],
  // Names of devices that contain other names.
  [`Mozilla/5.0 (Linux; Android 12; HiPadX) ${BLINK} Safari/537.36`, 'Chrome 156', 'Android 12'],
  [`Mozilla/5.0 (Linux; Android 13; CUBOT NOTE 30) ${BLINK} Safari/537.36`, 'Chrome 156', 'Android 13'],
  // Systems by number.
  [`Mozilla/5.0 (Linux; Android 9; Pixel 2) ${BLINK} Mobile Safari/537.36`, 'Chrome 156', 'Android 9'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_14_6) ${WEBKIT} Version/13.1 Safari/605.1.15`,
    'Safari 13',
    'macOS 10.14.6',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Safari/537.36`, 'Chrome 156', 'Chrome OS'],
  [`Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0`, 'Firefox 153', 'Ubuntu'],
  [
    `Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00) ${BLINK} Mobile Safari/537.36`,
    'Chrome 156',
    'HarmonyOS',
  ],
  [`Mozilla/5.0 (Linux; Android 9; KFTRWI) ${BLINK} Safari/537.36`, 'Chrome 156', 'Fire OS'],
  // Browsers with a second token.
  [
    `Mozilla/5.0 (Linux; U; Android 12; V2111) ${WEBVIEW} UCBrowser/13.4 Mobile Safari/537.36`,
    'UC Browser 13',
    'Android 12',
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64; Quest 3) AppleWebKit/537.36 (KHTML, like Gecko) OculusBrowser/33.0 SamsungBrowser/4.0 Chrome/156.0.0.0 VR Safari/537.36`,
    'Oculus Browser 33',
    'Android',
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Safari/537.36 OPX/99.1`, 'Opera GX 99', 'Windows'],
  // Robots.
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${BLINK.replace('Chrome', 'HeadlessChrome')} Safari/537.36`,
    'HeadlessChrome 156',
    'Linux',
  ],
  [
    `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) ${BLINK} Mobile Safari/537.36 (compatible; Google-InspectionTool/1.0;)`,
    'Google-InspectionTool 1',
    'Android 6.0.1',
  ],
  [
    `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/156.0.0.0 Safari/537.36`,
    'bingbot 2',
    '',
  ],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot 2', ''],
  ['curl/8.0', '', ''],
  ['', '', ''],
  [`Mozilla/5.0 (${'('.repeat(5_000)}`, 'Mozilla 5', ''],
])('%s is %j on %j', (userAgent, browser, os) => {
  expect(parse(userAgent)).toEqual({ browser, os })
})
