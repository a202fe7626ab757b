// The web vitals of the sample data. Some records are lost on their way, of iOS more.
import {
  HOUR_MS,
  PREVIOUS_RELEASE,
  RELEASE,
  RELEASE_AGE_MS,
  USER_AGENTS,
  sendLogs,
  spread,
} from './sample-sender.ts'
import { attributes, nanoseconds, newSpanId } from './telemetry.ts'

/** Besides the browsers of all data. Phones and tablets are slower than desktops, and fewer. */
const TABLET =
  'Mozilla/5.0 (iPad; CPU OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
  'Version/26.1 Mobile/15E148 Safari/604.1'
const AGENTS = [...USER_AGENTS, TABLET]
const [PHONE, IPAD] = [1, 3]
const SLOWNESS = new Map([
  [PHONE, 1.35],
  [IPAD, 1.15],
])

/** Page loads with web vitals for each route and browser, each a session of its own. */
const VISITS: Record<string, number> = { [PREVIOUS_RELEASE]: 56, [RELEASE]: 14 }

/** Since when pages of the previous release are measured: the day before is compared with the last. */
const VITALS_AGE_MS = 60 * HOUR_MS

/** By name: the least value, how much larger the largest is, and up to which it is good. */
const VITALS: Record<string, [least: number, more: number, limit: number]> = {
  LCP: [1_200, 1_900, 2_500],
  INP: [60, 160, 200],
  CLS: [0, 0.12, 0.1],
  TTFB: [180, 700, 800],
  FCP: [700, 1_200, 1_800],
}

/** The cart is slow since the newest release. */
export async function sendVitals(url: string, now: number): Promise<void> {
  for (const release of [PREVIOUS_RELEASE, RELEASE])
    for (const [agent, userAgent] of AGENTS.entries()) {
      const visits = (VISITS[release] ?? 0) / (agent === IPAD ? 7 : 1)
      const records = ['/', '/books', '/cart'].flatMap((route, place) =>
        Array.from({ length: visits }, (_, index) => index * AGENTS.length + agent).flatMap((number) =>
          pageVitals({ release, agent, route, place, number }, now),
        ),
      )
      await sendLogs(url, { service: 'shop', release, userAgent }, records)
    }
}

type Visit = { release: string; agent: number; route: string; place: number; number: number }

function pageVitals({ release, agent, route, place, number }: Visit, now: number) {
  const age = spread(number, place)
  const since = release === RELEASE ? age * RELEASE_AGE_MS : RELEASE_AGE_MS + age * VITALS_AGE_MS
  const slow = route === '/cart' && release === RELEASE ? 2.4 : 1
  const factor = slow * (SLOWNESS.get(agent) ?? 1)
  const session = `${release.at(-1)}${place}${String(number).padStart(6, '0')}`
  return Object.entries(VITALS)
    .map(([name, [least, more, limit]], index) => {
      // A shift of the layout does not depend on the device.
      const value = (name === 'CLS' ? 1 : factor) * (least + spread(number, place + 7) * more)
      return vital(route, now - since, { name, value, limit, number: `${session} ${index + 1}` })
    })
    .filter((_, index) => index !== 1 || !isLost(agent, number))
}

/** Of iOS more. */
function isLost(agent: number, number: number): boolean {
  return number % (agent === PHONE ? 5 : 19) === 0
}

type Vital = { name: string; value: number; limit: number; number: string }

function vital(route: string, time: number, { name, value, limit, number }: Vital) {
  return {
    timeUnixNano: nanoseconds(Math.round(time)),
    eventName: 'browser.web_vital',
    attributes: attributes({
      'http.route': route,
      'errata.sequence': number,
      'session.id': number.slice(0, 8),
      'browser.web_vital.name': name,
      'browser.web_vital.value': String(value),
      'browser.web_vital.id': newSpanId(),
      'browser.web_vital.rating': value <= limit ? 'good' : value <= limit * 2 ? 'needs-improvement' : 'poor',
      'browser.web_vital.navigation_type': 'navigate',
    }),
  }
}
