// The web vitals of the sample data. Some records are lost on their way, of iOS more.
import type { FrameAt } from './sample-app.ts'
import {
  HOUR_MS,
  PREVIOUS_RELEASE,
  RELEASE,
  RELEASE_AGE_MS,
  USER_AGENTS,
  sendLogs,
  spread,
} from './sample-sender.ts'
import { attributes, nanoseconds, newSpanId } from '../telemetry.ts'

/** Besides the browsers of all data. Phones and tablets are slower than desktops, and fewer. */
const TABLET =
  'Mozilla/5.0 (iPad; CPU OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
  'Version/26.1 Mobile/15E148 Safari/604.1'
const AGENTS = [...USER_AGENTS, TABLET]
const [CHROME, PHONE, IPAD] = [0, 1, 3]
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
export async function sendVitals(url: string, now: number, frameAt: FrameAt): Promise<void> {
  const script = scriptAttributes(frameAt(['src/cart/totals.ts', 'cartTotal(lines']))
  for (const release of [PREVIOUS_RELEASE, RELEASE])
    for (const [agent, userAgent] of AGENTS.entries()) {
      const visits = (VISITS[release] ?? 0) / (agent === IPAD ? 7 : 1)
      const records = ['/', '/books', '/cart'].flatMap((route, place) =>
        Array.from({ length: visits }, (_, index) => index * AGENTS.length + agent).flatMap((number) =>
          pageVitals({ release, agent, route, place, number, script }, now),
        ),
      )
      await sendLogs(url, { service: 'shop', release, userAgent }, records)
    }
}

type Visit = {
  release: string
  agent: number
  route: string
  place: number
  number: number
  script: Record<string, string>
}

function pageVitals({ release, agent, route, place, number, script }: Visit, now: number) {
  const age = spread(number, place)
  const since = release === RELEASE ? age * RELEASE_AGE_MS : RELEASE_AGE_MS + age * VITALS_AGE_MS
  const slow = route === '/cart' && release === RELEASE ? 2.4 : 1
  const factor = slow * (SLOWNESS.get(agent) ?? 1)
  const session = `${release.at(-1)}${place}${String(number).padStart(6, '0')}`
  return Object.entries(VITALS)
    .map(([name, [least, more, limit]], index) => {
      // A shift of the layout does not depend on the device.
      const value = (name === 'CLS' ? 1 : factor) * (least + spread(number, place + 7) * more)
      const cause = causeAttributes(name, value, agent === CHROME && route === '/cart' ? script : {})
      return vital(route, now - since, { name, value, limit, cause, number: `${session} ${index + 1}` })
    })
    .filter((_, index) => index !== 1 || !isLost(agent, number))
}

/** Of iOS more. */
function isLost(agent: number, number: number): boolean {
  return number % (agent === PHONE ? 5 : 19) === 0
}

type Vital = {
  name: string
  value: number
  limit: number
  number: string
  cause: Record<string, string>
}

/** Of an interaction with the cart, in the only browser that names scripts. */
const SCRIPT_SHARE = 0.71
/** Of the largest paint, in the order of the phases. */
const LCP_SHARES = { time_to_first_byte: 0.2, load_delay: 0.1, load_duration: 0.55, render_delay: 0.15 }
const INP_SHARES = { input_delay: 0.06, processing: 0.78, presentation: 0.16 }

function causeAttributes(name: string, value: number, script: Record<string, string>) {
  const shares = { INP: INP_SHARES, LCP: LCP_SHARES }[name]
  if (!shares) return {}
  const phases = Object.entries(shares).map(([phase, share]) => [
    `errata.vital.phase.${phase}`,
    String(value * share),
  ])
  const element =
    name === 'LCP'
      ? { 'errata.vital.element': 'main>img.cover', 'errata.vital.url': 'https://shop.example/covers/1.jpg' }
      : { 'errata.vital.element': 'main>button.quantity', ...script }
  const duration = 'code.file.path' in element ? String(value * SCRIPT_SHARE) : ''
  return { ...Object.fromEntries(phases), ...element, 'errata.vital.script.duration': duration }
}

/** Of a frame, which is in the only line of its script. */
function scriptAttributes(frame: string): Record<string, string> {
  const [, name = '', file = '', column = ''] = /^(.+) \((.+):1:(\d+)\)$/.exec(frame) ?? []
  return {
    'code.function.name': name,
    'code.file.path': file,
    'errata.vital.script.position': String(Number(column) - 1),
  }
}

function vital(route: string, time: number, { name, value, limit, number, cause }: Vital) {
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
      ...cause,
    }),
  }
}
