// What made INP and LCP slow: by element, with the script in the author's source code.
import { expect, test } from 'vitest'
import type { LogRecord } from '../../../otlp/otlp-json.ts'
import type { VitalCausesAnswer, VitalsAnswer } from '../../../contract/vitals.ts'
import { logs, vitalRecord } from '../../testing/otlp.ts'
import { sourceMap } from '../../testing/small-map.ts'
import { newName, sharedStore } from '../../testing/suite.ts'

const store = sharedStore()

const TOTALS = `export function priceOf(cart) {
  return cart.lines.length
}
`

type Click = {
  value: number
  element?: string
  phases?: [inputDelay: number, processing: number, presentation: number]
  /** `offset`: characters before the function in the file. */
  script?: { file: string; duration: number; name?: string; offset?: number }
}

function click({ value, element = 'main>button.pay', phases, script }: Click): LogRecord {
  const [inputDelay, processing, presentation] = phases ?? [0, value, 0]
  return vitalRecord({
    value,
    route: '/cart',
    attributes: {
      'browser.web_vital.name': 'inp',
      'errata.vital.element': element,
      'errata.vital.phase.input_delay': `${inputDelay}`,
      'errata.vital.phase.processing': `${processing}`,
      'errata.vital.phase.presentation': `${presentation}`,
      ...(script && {
        'code.file.path': `https://shop.example/${script.file}`,
        'code.function.name': script.name ?? 't',
        'errata.vital.script.duration': `${script.duration}`,
        'errata.vital.script.position': `${script.offset ?? -1}`,
      }),
    },
  })
}

async function send(service: string, records: LogRecord[], release = '1.0'): Promise<void> {
  await store.send('logs', logs(records, { service, release }))
}

async function causes(service: string, query = ''): Promise<VitalCausesAnswer['causes']> {
  const path = `/api/vitals/causes?service=${service}&range=1h&${query}`
  return (await store.read<VitalCausesAnswer>(path)).causes
}

/** `priceOf` is at that line and column of the built file. */
function mapOf(generated: [line: number, column: number], more = {}): object {
  const mappings = [{ generated, source: 0, original: [1, 17] as [number, number] }]
  return { ...sourceMap({ sources: { '../src/totals.ts': TOTALS }, mappings }), ...more }
}

async function put(service: string, file: string, map: object, release = '1.0') {
  const query = new URLSearchParams({ service, release, file }).toString()
  return store.ask<{ detail: string }>(`/api/maps?${query}`, { method: 'PUT', body: JSON.stringify(map) })
}

const PRICE_OF = { function: 'priceOf', file: 'src/totals.ts', line: 1, column: 17, isMapped: true }

test('the script of one line is mapped by its offset as a column', async () => {
  const service = newName()
  await put(service, 'a.js', mapOf([1, 21]))
  await send(service, [click({ value: 400, script: { file: 'a.js', duration: 300, offset: 25 } })])
  expect(await causes(service)).toEqual([
    {
      service,
      route: '/cart',
      name: 'INP',
      views: 1,
      p75: 400,
      element: 'main>button.pay',
      phase: { name: 'processing', share: 1 },
      script: { ...PRICE_OF, share: 0.75, views: 1 },
    },
  ])
})

test('in a file of several lines their lengths give the line, which is not guessed without', async () => {
  const service = newName()
  // Lines of 10, 20 and 100 characters: the function is at column 31 of the third.
  const script = { file: 'b.js', duration: 200, offset: 10 + 20 + 32 }
  await put(service, 'b.js', mapOf([3, 31]))
  await send(service, [click({ value: 400, script })])
  const sent = { function: 't', file: 'https://shop.example/b.js', isMapped: false }
  expect((await causes(service))[0]!.script).toEqual({ ...sent, share: 0.5, views: 1 })
  await put(service, 'b.js', mapOf([3, 31], { x_errata_line_lengths: [10, 20, 100] }))
  expect((await causes(service))[0]!.script).toEqual({ ...PRICE_OF, share: 0.5, views: 1 })
  const { status, body } = await put(service, 'b.js', mapOf([3, 31], { x_errata_line_lengths: [10, '20'] }))
  expect([status, body.detail]).toEqual([400, expect.stringContaining('x_errata_line_lengths')])
})

test('a function is one in several builds, and browsers without scripts do not lower its share', async () => {
  const service = newName()
  await put(service, 'c-C0ffee12.js', mapOf([1, 21]))
  await put(service, 'c-Ab12Cd34.js', mapOf([1, 81]), '2.0')
  await send(service, [
    click({ value: 600, script: { file: 'c-C0ffee12.js', duration: 300, offset: 25 } }),
    click({ value: 200, script: { file: 'other.js', duration: 190, name: 'other' } }),
    click({ value: 500, phases: [400, 50, 50] }),
  ])
  await send(
    service,
    [click({ value: 200, script: { file: 'c-Ab12Cd34.js', duration: 100, offset: 85 } })],
    '2.0',
  )
  const [cause, ...others] = await causes(service)
  expect(others).toEqual([])
  expect(cause).toMatchObject({ views: 4, script: { ...PRICE_OF, share: 0.4, views: 3 } })
  expect(cause!.phase.share).toBeCloseTo(1050 / 1500)
  const filtered = await causes(service, 'release=2.0')
  expect(filtered).toMatchObject([{ views: 1, script: { ...PRICE_OF, share: 0.5 } }])
})

test('the elements that lose most time come first, and records without phases do not count', async () => {
  const service = newName()
  await send(service, [
    ...Array.from({ length: 20 }, () => click({ element: 'button.quick', value: 90 })),
    click({ element: 'button.worst', value: 900 }),
    click({ element: 'button.bad', value: 500 }),
    click({ element: 'button.slow', value: 300 }),
    vitalRecord({ value: 5000, route: '/cart', attributes: { 'browser.web_vital.name': 'inp' } }),
  ])
  const elements = (await causes(service)).map(({ element }) => element)
  expect(elements).toEqual(['button.worst', 'button.bad', 'button.slow'])
  expect(await causes(service, 'vital=LCP')).toEqual([])
})

test('LCP has the file of its element and the longest phase', async () => {
  const service = newName()
  const attributes = {
    'errata.vital.element': 'main>img',
    'errata.vital.url': 'https://shop.example/hero.jpg',
    'errata.vital.phase.time_to_first_byte': '300',
    'errata.vital.phase.load_duration': '1700.5',
    'errata.vital.phase.render_delay': '1000',
  }
  await send(service, [vitalRecord({ value: 3000.5, route: '/', attributes })])
  const [cause] = await causes(service, 'vital=LCP&route=/')
  expect(cause).toMatchObject({ element: 'main>img', url: 'https://shop.example/hero.jpg', p75: 3000.5 })
  expect(cause!.phase).toEqual({ name: 'load_duration', share: expect.closeTo(0.567, 2) })
  expect(cause).not.toHaveProperty('script')
  expect((await store.ask('/api/vitals/causes?vital=CLS')).status).toBe(400)
})

test('the value of a cause is the one that its route has', async () => {
  const service = newName()
  await send(
    service,
    [816, 492, 668].map((value) => click({ value })),
  )
  const { vitals } = await store.read<VitalsAnswer>(`/api/vitals?service=${service}&range=1h`)
  const [cause] = await causes(service)
  expect(cause!.p75).toBe(vitals.find(({ name }) => name === 'INP')!.p75)
})
