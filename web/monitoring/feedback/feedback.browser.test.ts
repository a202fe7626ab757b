// What users write: on the fallback screen, and in a form of the application.

import { beforeEach, expect, test } from 'vitest'
import type { FeedbackContext } from '../options.ts'
import { openPage, type Page, type Received } from '../testing/page.ts'
import { screenOf } from '../testing/screen.ts'

const prefix = 'errata.feedback.'
const answerKeys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix))
beforeEach(() => {
  for (const key of answerKeys()) localStorage.removeItem(key)
})

async function feedbackOf(page: Page): Promise<Received[]> {
  return (await page.records()).filter(({ eventName }) => eventName === 'user.feedback')
}

/** The application is gone; returns the form of the fallback screen. */
async function breakPage(page: Page) {
  await page.run(() => void sdk.captureException(new Error('no such book'), { fallback: true }))
  await expect.poll(() => page.document.querySelector('[role=alert] form')).not.toBe(null)
  const { screen, digest } = screenOf(page)
  const [text, email] = [screen.querySelector('textarea')!, screen.querySelector('input')!]
  const send = screen.querySelector<HTMLButtonElement>('form button')!
  return {
    screen,
    digest,
    text,
    email,
    send,
    status: () => screen.querySelector('[role=status]')?.textContent,
  }
}

test('the fallback screen asks, and the answer is sent with the digest', async () => {
  const page = await openPage({ init: () => ({ feedback: true }) })
  await page.run(() => sdk.setUser({ id: 'u-17' }))
  const { screen, digest, text, email, send, status } = await breakPage(page)
  send.click()
  expect(await feedbackOf(page)).toEqual([])
  text.value = 'I was <b>paying</b>'
  email.value = 'ann@shop.example'
  send.click()
  await expect.poll(status).toBe('Thank you. Your answer was sent.')
  expect(screen.querySelector('form')).toBe(null)
  const [record, ...others] = await feedbackOf(page)
  expect(others).toEqual([])
  const [exception] = await page.exceptions()
  expect(record).toMatchObject({
    severityNumber: 9,
    'service.name': 'test-app',
    'errata.feedback.text': 'I was <b>paying</b>',
    'errata.feedback.email': 'ann@shop.example',
    'errata.digest': digest,
    'user.id': 'u-17',
    'session.id': exception?.['session.id'],
    traceId: exception?.traceId,
  })
})

test('without the option there is no form', async () => {
  const page = await openPage()
  await page.run(() => void sdk.captureException(new Error('no such book'), { fallback: true }))
  await page.run(() => sdk.flush())
  await page.run(() => sdk.wait(50))
  expect(screenOf(page).screen.querySelector('form')).toBe(null)
  // Without the code that it would need.
  const files = await page.run(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(files.filter((name) => name.includes('form'))).toEqual([])
})

test('a boundary asks too, and what is typed survives a render', async () => {
  const page = await openPage({ init: () => ({ feedback: true }) })
  await page.run(() => {
    const root = sdk.createRoot(document.querySelector('#root') as Element, sdk.rootOptions())
    const Broken = () => sdk.fail(new Error('no such book'))
    const render = (rest: string) =>
      root.render(
        sdk.createElement(
          'main',
          null,
          rest,
          sdk.createElement(sdk.ErrorBoundary, null, sdk.createElement(Broken)),
        ),
      )
    Object.assign(globalThis, { render })
    render('first')
  })
  await expect.poll(() => page.document.querySelector('main form textarea')).not.toBe(null)
  const text = page.document.querySelector('textarea')!
  text.value = 'half a sent'
  await page.run(() => (globalThis as unknown as { render: (rest: string) => void }).render('second'))
  await expect.poll(() => page.document.querySelector('main')?.textContent).toContain('second')
  expect(page.document.querySelector('textarea')?.value).toBe('half a sent')
})

test('what cannot be sent is kept, and the next page sends it once', async () => {
  const page = await openPage({ answer: '503', init: () => ({ feedback: true, release: 'old' }) })
  const { digest, text, send, status } = await breakPage(page)
  text.value = 'nothing works'
  send.click()
  await expect.poll(status).toMatch(/^Not sent yet\. This browser sends your answer/)
  expect(answerKeys()).toHaveLength(1)
  await page.leave()
  const next = await openPage({ path: 'mounted', init: () => ({ feedback: true, release: 'new' }) })
  await expect.poll(answerKeys).toEqual([])
  const expected = {
    'errata.feedback.text': 'nothing works',
    'errata.digest': digest,
    'service.version': 'old',
  }
  expect(await feedbackOf(next)).toMatchObject([expected])
  const [first] = await feedbackOf(page)
  expect(first?.['log.record.uid']).toMatch(/^[\da-f]{32}$/)
  expect(await feedbackOf(next)).toMatchObject([{ 'log.record.uid': first?.['log.record.uid'] }])
})

test('what a page keeps is sent when the connection is back', async () => {
  const page = await openPage({ answer: 'recovers', init: () => ({ feedback: true }) })
  const { text, send, status } = await breakPage(page)
  text.value = 'in a tunnel'
  send.click()
  await expect.poll(status).toMatch(/^Not sent yet/)
  await fetch(page.url.replace('/receiver/recovers/', '/recover/'))
  await page.run(() => void dispatchEvent(new Event('online')))
  await expect.poll(answerKeys).toEqual([])
})

test('a refused answer can be sent again', async () => {
  const page = await openPage({ answer: '413', init: () => ({ feedback: true }) })
  const { screen, text, send, status } = await breakPage(page)
  text.value = 'too much'
  send.click()
  await expect.poll(status).toBe('Not sent. Please try again.')
  expect([screen.querySelector('textarea')?.value, send.disabled]).toEqual(['too much', false])
  expect(answerKeys()).toEqual([])
})

test('at most ten answers are kept', async () => {
  const page = await openPage({ path: 'mounted', answer: '503' })
  for (let number = 0; number < 12; number++)
    await page.run((number) => sdk.captureFeedback(`number ${number}`), number)
  await expect.poll(async () => (await feedbackOf(page)).length).toBe(12)
  await expect.poll(() => answerKeys().length).toBe(10)
})

test('a form of the application sends a text with the digest of an error', async () => {
  const page = await openPage({ path: 'mounted' })
  const digest = await page.run(() => {
    const digest = sdk.captureException(new Error('no such book'))
    sdk.captureFeedback('x'.repeat(10_000), { digest, email: 'ann@shop.example' })
    sdk.captureFeedback('of a server', { digest: 'next-1234' })
    return digest
  })
  await expect.poll(async () => (await feedbackOf(page)).length).toBe(2)
  const records = (await feedbackOf(page)).toSorted(
    (a, b) => Number(a['errata.digest'] === undefined) - Number(b['errata.digest'] === undefined),
  )
  expect(records).toMatchObject([
    { 'errata.feedback.text': 'x'.repeat(4096), 'errata.digest': digest },
    { 'errata.feedback.text': 'of a server', 'errata.given_digest': 'next-1234' },
  ])
})

test('hostile values break nothing, and beforeSend may drop a text', async () => {
  const page = await openPage({
    path: 'mounted',
    init: () => ({
      beforeSend: (record) => (record.attributes['errata.feedback.text'] === 'secret' ? null : record),
    }),
  })
  await page.run(() => {
    const values = [undefined, null, 5, {}, Symbol('x'), 'secret'] as unknown as string[]
    for (const value of values) sdk.captureFeedback(value)
    sdk.captureFeedback('kept', null as unknown as FeedbackContext)
    sdk.captureFeedback('also', { digest: 5, email: null } as unknown as FeedbackContext)
  })
  await expect.poll(async () => (await feedbackOf(page)).length).toBe(2)
  const texts = (await feedbackOf(page)).map((record) => String(record['errata.feedback.text']))
  expect(texts.toSorted()).toEqual(['also', 'kept'])
  expect(await page.exceptions()).toEqual([])
})

test('a script tag has the function and the form', async () => {
  const page = await openPage({ path: 'script-tag-feedback', name: 'tagged-feedback' })
  const own = crypto.randomUUID()
  await page.run((text) => {
    const { errata } = globalThis as unknown as { errata: typeof sdk }
    errata.captureFeedback(text)
    errata.captureException(new Error('no such book'), { fallback: true })
  }, own)
  await expect
    .poll(async () => (await feedbackOf(page)).map((record) => record['errata.feedback.text']))
    .toContain(own)
  await expect.poll(() => page.document.querySelector('[role=alert] form')).not.toBe(null)
})

test('a policy against inline styles leaves the form usable', async () => {
  const page = await openPage({ path: 'strict-policy', init: () => ({ feedback: true }) })
  const { text, send, status } = await breakPage(page)
  expect(text.getBoundingClientRect().width).toBeGreaterThan(200)
  text.value = 'x'
  send.click()
  await expect.poll(status).toBe('Thank you. Your answer was sent.')
})
