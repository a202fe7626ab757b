// Four weeks of three services, made with a seed: what happens all the time, what must be reported, and what
// must not. Hours are counted from the beginning, which is a Monday at midnight if `start` is one.
import { eventRecord, exceptionRecord, keyValues, logs } from '../testing/otlp.ts'
import type { LogRecord, LogsRequest } from '../../otlp/otlp-json.ts'
import { randomOf, rhythm, type Random } from './random.ts'

export const DAYS = 28
const HOUR = 3_600_000
const MINUTE = 60_000

/** Until then the store knows nothing to compare with. */
export const WARM_DAYS = 8

export const RELEASES = [
  { release: '1.0.0', from: 0 },
  { release: '1.1.0', from: 14 * 24 + 10 },
  { release: '1.2.0', from: 21 * 24 + 10 },
]

const PAGE = 'https://shop.example/checkout'

/** `rate`: expected events of an hour. `type`: the name of the error, which is an issue of its own. */
type Series = { type: string; service: string; rate(hour: number, random: Random): number } & Partial<Source>
type Source = { environment: string; url: string; script: string }

const isIn = (hour: number, from: number, hours: number): boolean => hour >= from && hour < from + hours
const at = (day: number, hour: number): number => day * 24 + hour

/** Changes that must be reported, by rule. `hour`: when it begins; a report may come two hours later. */
export const PLANTED = [
  { rule: 'new', type: 'CouponError', hour: at(10, 14) },
  { rule: 'new', type: 'BasketTotalError', hour: at(21, 10) },
  { rule: 'regressed', type: 'AddressError', hour: at(15, 9) },
  { rule: 'louder', type: 'PaymentError', hour: at(17, 13) },
  { rule: 'louder', type: 'StockError', hour: at(22, 3) },
  { rule: 'crash-free', type: '1.2.0', hour: at(21, 10) },
  { rule: 'silence', type: 'shop-api', hour: at(24, 4) },
] as const

/** The issue that is resolved, and when. */
export const RESOLVED = { type: 'AddressError', hour: at(12, 0) }

const USUAL: Series[] = Array.from({ length: 12 }, (_, index) => ({
  type: `Usual${'ABCDEFGHIJKL'[index]}Error`,
  service: index % 4 === 3 ? 'admin-web' : 'shop-web',
  rate: (hour) => (0.4 + index * 0.9) * rhythm(hour),
}))

const CHANGES: Series[] = [
  {
    type: 'CouponError',
    service: 'shop-web',
    rate: (hour) => (hour >= at(10, 14) ? 2 * rhythm(hour) : 0),
  },
  {
    type: 'BasketTotalError',
    service: 'shop-web',
    rate: (hour) => (hour >= at(21, 10) ? 14 * rhythm(hour) : 0),
  },
  {
    type: 'AddressError',
    service: 'shop-web',
    rate: (hour) => (hour < at(11, 0) || hour >= at(15, 9) ? 3 * rhythm(hour) + 0.5 : 0),
  },
  {
    type: 'PaymentError',
    service: 'shop-web',
    rate: (hour) => 5 * rhythm(hour) * (isIn(hour, at(17, 13), 3) ? 10 : 1),
  },
  {
    type: 'StockError',
    service: 'shop-web',
    rate: (hour) => 4 * rhythm(hour) + (isIn(hour, at(22, 3), 2) ? 40 : 0),
  },
]

/** None of these must be reported. */
const NOISE: Series[] = [
  // The outage of the third party itself, and one of its errors that is new.
  {
    type: 'WidgetError',
    service: 'shop-web',
    script: 'https://js.payments.example/v3.js',
    rate: (hour) => 2 * rhythm(hour) + (isIn(hour, at(17, 13), 3) ? 400 : 0),
  },
  {
    type: 'AdError',
    service: 'shop-web',
    script: 'https://ads.example/tag.js',
    rate: (hour) => (hour > at(19, 0) ? 3 : 0),
  },
  {
    type: 'PasswordManagerError',
    service: 'shop-web',
    script: 'chrome-extension://abcdef/content.js',
    rate: (hour) => (hour > at(13, 0) ? 2 : 0),
  },
  // A bot that comes every night.
  { type: 'CrawlError', service: 'shop-web', rate: (hour) => (hour % 24 === 3 ? 60 : 0.1) },
  { type: 'NoisyError', service: 'shop-web', rate: (_hour, random) => 15 * random.gamma(1.2) },
  {
    type: 'StagingError',
    service: 'shop-web',
    environment: 'staging',
    rate: (hour) => (isIn(hour, at(18, 9), 6) ? 50 : 0),
  },
  {
    type: 'DeveloperError',
    service: 'shop-web',
    environment: '',
    url: 'http://localhost:5173/checkout',
    rate: (hour) => (isIn(hour, at(20, 11), 4) ? 80 : 0),
  },
]

/** A request for each day. `start`: the first instant, in milliseconds since 1970. */
export function* replay(seed: number, start: number): Generator<LogsRequest> {
  const random = randomOf(seed)
  for (let day = 0; day < DAYS; day++) {
    const hours = Array.from({ length: 24 }, (_, hour) => hourOf(day * 24 + hour, start, random))
    yield { resourceLogs: hours.flat().flatMap(({ resourceLogs = [] }) => resourceLogs) }
  }
}

function hourOf(hour: number, start: number, random: Random): LogsRequest[] {
  const instant = (): number => Math.floor(start + (hour + random.uniform()) * HOUR)
  const release = RELEASES.findLast(({ from }) => from <= hour)!.release
  const exceptions = [...USUAL, ...CHANGES, ...NOISE].map((series) => {
    const count = random.poisson(series.rate(hour, random))
    const { service, environment = 'production' } = series
    const records = Array.from({ length: count }, () => occurrence(series, instant(), random))
    return logs(records, { service, release, environment })
  })
  return [...exceptions, ...visits(hour, release, { start, random }), ...activity(hour, start)]
}

function occurrence({ type, url = PAGE, script }: Series, time: number, random: Random): LogRecord {
  const file = script ?? `https://shop.example/assets/${type.toLowerCase()}-Dk3fA9x_.js`
  const user = Math.floor(random.uniform() * 5_000)
  return exceptionRecord({
    at: time,
    type,
    message: 'This has failed',
    stacktrace: `${type}: This has failed\n    at run${type} (${file}:1:200)`,
    url,
    severity: 13,
    attributes: { 'user.id': `user-${user}`, 'session.id': '' },
  })
}

type Hour = { start: number; random: Random }

/** One session in 2,000 crashes; of the release that breaks something, one in 20. */
function visits(hour: number, release: string, { start, random }: Hour): LogsRequest[] {
  return ['shop-web', 'admin-web'].map((service) => {
    const count = random.poisson((service === 'shop-web' ? 25 : 4) * rhythm(hour))
    const isBroken = service === 'shop-web' && release === '1.2.0'
    const records = Array.from({ length: count }, (_, index) => {
      const id = { 'session.id': `${service} ${hour} ${index}` }
      const time = Math.floor(start + (hour + random.uniform()) * HOUR)
      const isCrash = random.uniform() < (isBroken ? 1 / 20 : 1 / 2_000)
      return [eventRecord('app.view', id, time), ...(isCrash ? [eventRecord('session.crash', id, time)] : [])]
    })
    return logs(records.flat(), { service, release })
  })
}

/** A server that reports all the time, with one outage; a shop with few visitors at night; an office. */
function activity(hour: number, start: number): LogsRequest[] {
  const [weekday, time] = [Math.floor(hour / 24) % 7, hour % 24]
  const minutes: Record<string, number[]> = {
    'shop-api': isIn(hour, at(24, 4), 2) ? [] : every(2),
    'shop-web': every(time < 6 ? 15 : 3),
    'admin-web': weekday < 5 && time >= 8 && time < 18 ? every(5) : [],
  }
  return Object.entries(minutes).map(([service, list]) =>
    logs(
      list.map((minute) => ({
        timeUnixNano: `${start + hour * HOUR + minute * MINUTE}000000`,
        eventName: 'app.alive',
        attributes: keyValues({}),
      })),
      { service, release: '' },
    ),
  )
}

function every(step: number): number[] {
  return Array.from({ length: Math.floor(60 / step) }, (_, index) => index * step)
}
