// The web vitals of the sample data. Some records are lost on their way, of iOS more.
import { PREVIOUS_RELEASE, RELEASE, RELEASE_AGE_MS, sendLogs, spread, USER_AGENTS } from './sample-sender.ts'
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
const VISITS: Record<string, number> = { [PREVIOUS_RELEASE]: 42, [RELEASE]: 14 }

/** Of each route the three of Core Web Vitals; the cart is slow since the newest release. */
export async function sendVitals(url: string, now: number): Promise<void> {
  for (const release of [PREVIOUS_RELEASE, RELEASE]) {
    const age = release === RELEASE ? RELEASE_AGE_MS : 2 * RELEASE_AGE_MS
    for (const [agent, userAgent] of AGENTS.entries()) {
      const from = { service: 'shop', release, userAgent }
      const visits = (VISITS[release] ?? 0) / (agent === IPAD ? 7 : 1)
      const numbers = Array.from({ length: visits }, (_, index) => index * AGENTS.length + agent)
      const device = SLOWNESS.get(agent) ?? 1
      const logRecords = ['/', '/books', '/cart'].flatMap((route, place) =>
        numbers.flatMap((number) => {
          const slow = route === '/cart' && release === RELEASE ? 2.4 : 1
          const chance = spread(number, place)
          const time = now - chance * age
          const tab = `${release.at(-1)}${place}${String(number).padStart(6, '0')}`
          return [
            vital(route, time, {
              name: 'LCP',
              value: slow * device * (1_200 + chance * 1_900),
              limit: 2_500,
              number: `${tab} 1`,
            }),
            vital(route, time, {
              name: 'INP',
              value: slow * device * (60 + chance * 160),
              limit: 200,
              number: `${tab} 2`,
            }),
            vital(route, time, { name: 'CLS', value: chance * 0.12, limit: 0.1, number: `${tab} 3` }),
          ].filter((_, index) => index !== 1 || !isLost(agent, number))
        }),
      )
      await sendLogs(url, from, logRecords)
    }
  }
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
