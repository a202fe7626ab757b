import { expect, test } from 'vitest'
import { createUserAgentParser } from './user-agent.ts'

const parse = createUserAgentParser()

const TOKENS: Record<string, string> = {
  BLINK: 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0',
  IPHONE: '(iPhone; CPU iPhone OS 18_5 like Mac OS X)',
  WEBKIT: 'AppleWebKit/605.1.15 (KHTML, like Gecko)',
  WEBVIEW: 'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/156.0.0.0',
}

/** Browser and system of a user agent, which begins with "Mozilla/5.0" and may have the tokens above. */
const TABLE = `
Microsoft Edge 156, Windows: (Windows NT 10.0; Win64; x64) BLINK Safari/537.36 Edg/156.0.0.0
Firefox 153, Windows: (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0
Firefox 115, Windows 7: (Windows NT 6.1; rv:115.0) Gecko/20100101 Firefox/115.0
Safari 26, macOS: (Macintosh; Intel Mac OS X 10_15_7) WEBKIT Version/26.1 Safari/605.1.15
Chrome 156, iOS 18.5: IPHONE WEBKIT CriOS/156.0.0.0 Mobile/15E148 Safari/604.1
iOS WebView, iOS 18.5: IPHONE WEBKIT Mobile/15E148
Instagram, iOS 18.5: IPHONE WEBKIT Mobile/15E148 Instagram 350.0.0.10.100 (iPhone16,2)
Facebook, iOS 18.5: IPHONE WEBKIT Mobile/15E148 [FBAN/FBIOS;FBAV/480.0.0.30.108]
Chrome 156, Android: (Linux; Android 10; K) BLINK Mobile Safari/537.36
Android WebView 156, Android 16: (Linux; Android 16; Pixel 9; wv) WEBVIEW Mobile Safari/537.36
# Applications without a rule of their own.
iOS WebView, iOS 18.5: IPHONE WEBKIT Mobile/15E148 Safari/604.1 Shoply/23.1
Twitter, iOS 18.5: IPHONE WEBKIT Mobile/15E148 Twitter for iPhone/10.34
Bing, iOS 18.5: IPHONE WEBKIT Mobile/15E148 BingSapphire/27.0
Android WebView 156, Android 14: (Linux; Android 14; SM-S901B) WEBVIEW Mobile Safari/537.36
# iPads that ask for desktop pages.
Chrome 156, iOS: (Macintosh; Intel Mac OS X 10_15_7) WEBKIT CriOS/156 Safari/605.1.15
Firefox 153, iOS: (Macintosh; Intel Mac OS X 10_15_7) WEBKIT FxiOS/153 Safari/605.1.15
# Names of devices that contain other names.
Chrome 156, Android 12: (Linux; Android 12; HiPadX) BLINK Safari/537.36
Chrome 156, Android 13: (Linux; Android 13; CUBOT NOTE 30) BLINK Safari/537.36
# Systems by number.
Chrome 156, Android 9: (Linux; Android 9; Pixel 2) BLINK Mobile Safari/537.36
Safari 13, macOS 10.14.6: (Macintosh; Intel Mac OS X 10_14_6) WEBKIT Version/13.1 Safari/605.1.15
Chrome 156, Chrome OS: (X11; CrOS x86_64 14541.0.0) BLINK Safari/537.36
Firefox 153, Ubuntu: (X11; Ubuntu; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0
Chrome 156, HarmonyOS: (Linux; Android 12; HarmonyOS; NOH-AN00) BLINK Mobile Safari/537.36
Chrome 156, Fire OS: (Linux; Android 9; KFTRWI) BLINK Safari/537.36
# Browsers with a second token.
UC Browser 13, Android 12: (Linux; U; Android 12; V2111) WEBVIEW UCBrowser/13.4 Mobile Safari/537.36
Opera GX 99, Windows: (Windows NT 10.0; Win64; x64) BLINK Safari/537.36 OPX/99.1
# Robots.
HeadlessChrome 156, Linux: (X11; Linux x86_64) WEBKIT_OF_BLINK HeadlessChrome/156.0.0.0 Safari/537.36
`

const rows = TABLE.split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => /^(.*?), (.*?): (.*)$/.exec(line)!.slice(1) as [string, string, string])

test.each(rows)('%s on %s: %s', (browser, os, text) => {
  const userAgent = `Mozilla/5.0 ${text.replaceAll(/\b[A-Z]{5,}\b/g, (token) => TOKENS[token] ?? token)}`
  expect(parse(userAgent)).toEqual({ browser, os })
})

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
    'Safari 26',
    'iOS 26.1',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari 17',
    'iOS 17.5',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36',
    'Samsung Internet for Android 29',
    'Android',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64; Quest 3) AppleWebKit/537.36 (KHTML, like Gecko) OculusBrowser/33.0 SamsungBrowser/4.0 Chrome/156.0.0.0 VR Safari/537.36',
    'Oculus Browser 33',
    'Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36 (compatible; Google-InspectionTool/1.0;)',
    'Google-InspectionTool 1',
    'Android 6.0.1',
  ],
  [
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/156.0.0.0 Safari/537.36',
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
