// Limits of an address: an SDK that is told to wait drops what it has to send, so errors come last.
import { expect, test } from 'vitest'
import { startTestRelay } from '../../testing/relay-fixture.ts'
import { EVENT, envelope, sendEnvelope } from '../../testing/sentry-envelope.ts'

/** A hundred envelopes at once, and as many again with errors. */
const RATE_LIMIT = '120'
const CHECK_INS = 150
const ERRORS = 300

const CHECK_IN: [object, object] = [{ type: 'check_in' }, { monitor_slug: 'nightly', status: 'ok' }]
const ERROR: [object, object] = [{ type: 'event' }, EVENT]

test('beyond the limit of an address, errors are accepted and the others named', async () => {
  const relay = await startTestRelay({ RATE_LIMIT, ALLOWED_ORIGINS: '*' })
  const send = (count: number, ...items: [object, object][]) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const { status, headers } = await sendEnvelope(relay.url, envelope({}, ...items))
        const limits = headers.get('x-sentry-rate-limits')
        return { status, limits, pauses: headers.has('retry-after') }
      }),
    )
  const others = expect.stringMatching(/^\d+:(?!.*error)[a-z_;]*transaction[a-z_;]*:key$/) as string
  const all = expect.stringMatching(/^\d+::key$/) as string

  const checkIns = await send(CHECK_INS, CHECK_IN)
  expect(checkIns).toContainEqual({ status: 200, limits: null, pauses: false })
  expect(checkIns).toContainEqual({ status: 429, limits: others, pauses: false })
  const errors = await send(ERRORS, CHECK_IN, ERROR)
  expect(errors).toContainEqual({ status: 200, limits: others, pauses: false })
  expect(errors).toContainEqual({ status: 429, limits: all, pauses: true })
})
