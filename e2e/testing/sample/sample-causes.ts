// Causes of the errors of the sample data: commits, what users wrote, and what one of them saw.
import { commitsAt, putCommitsOf } from '../commits.ts'
import { feedbackRecord } from '../feedback.ts'
import { post } from '../http.ts'
import type { attributes } from '../telemetry.ts'
import { client, PREVIOUS_RELEASE, RELEASE, sendLogs } from './sample-sender.ts'

const MINUTE_MS = 60_000

/** The cart, masked as the SDK does it. */
const CART_PAGE = [
  'html',
  { lang: 'en' },
  [
    'body',
    {},
    ['header', {}, ['b', {}, '****'], ['nav', {}, ['a', {}, '*****'], ['a', {}, '****']]],
    [
      'main',
      {},
      ['h1', {}, '**** ****'],
      ['table', {}, ['tbody', {}, lineOf('*** *** ****'), lineOf('******* ** ***')]],
      ['p', { class: 'total' }, '***** **,** *'],
      ['button', { class: 'pay' }, 'Pay now'],
    ],
  ],
]
const CART_STYLES = `
body { margin: 0; font: 16px/1.5 sans-serif; color: #222 }
header { display: flex; gap: 24px; padding: 16px 32px; background: #1f3a5f; color: #fff }
header a { color: inherit }
nav { display: flex; gap: 16px }
main { max-width: 640px; margin: 32px auto }
table { width: 100%; border-collapse: collapse }
td { padding: 12px 0; border-bottom: 1px solid #ddd }
input { width: 48px; padding: 4px 8px }
.price, .total { text-align: right }
.pay { float: right; padding: 12px 24px; border: 0; border-radius: 6px; background: #1f3a5f; color: #fff }
`

/** Where the data is sent. `now`: the end of the sample day. */
type Target = { url: string; now: number; token?: string | undefined }

type Exception = { timeUnixNano: string; attributes: ReturnType<typeof attributes> }

/** `exceptions`: of all issues. Two of the cart get texts of users, and the latest a snapshot. */
export async function sendSampleCauses(target: Target, exceptions: Exception[]): Promise<void> {
  const latest = exceptions
    .filter((exception) => valueOf(exception, 'exception.type') === 'TypeError')
    .toSorted((a, b) => (a.timeUnixNano < b.timeUnixNano ? 1 : -1))
  await sendCommits(target)
  await sendFeedback(target, latest)
  await sendSnapshot(target, latest[0]!)
}

/** Where `token` does not suffice, it prints why and goes on without commits. */
async function sendCommits({ url, now, token }: Target): Promise<void> {
  const commit = commitsAt(now)
  const previous = commit('7c1e', 'Show the delivery date on the page of a book', ['Mona Okafor', 80], {
    'src/routes/product.tsx': [[1, 13]],
  })
  const commits = [
    commit('5fd2', 'Upgrade the router', ['Anton Nilsen', 3.4], {
      'package.json': [],
      'package-lock.json': [],
    }),
    commit('a31b', 'Read prices in minor units, as the quote service sends them', ['Lena Marek', 5], {
      'src/cart/totals.ts': [[3, 10]],
      'src/cart/quote.ts': [[1, 1]],
    }),
    commit('e804', 'Copy the filters, so that the dialog can be cancelled', ['Anton Nilsen', 9], {
      'src/filters/state.ts': [[3, 8]],
    }),
    commit('19c6', 'Promise delivery for tomorrow until three', ['Mona Okafor', 21], {
      'src/routes/product.tsx': [[2, 3]],
    }),
    commit('d07a', 'Correct the texts of the empty cart', ['Lena Marek', 26], {
      'src/cart/texts.ts': [[4, 9]],
    }),
  ]
  const owners = {
    path: 'CODEOWNERS',
    text: '* @shop/web\n/src/cart/ @shop/checkout\n/src/filters/ @anton\n',
  }
  const [base, head] = [previous.hash, commits[0]!.hash]
  try {
    const build = { url, service: 'shop', token }
    await putCommitsOf({ ...build, release: PREVIOUS_RELEASE }, { head: base, commits: [previous], owners })
    await putCommitsOf({ ...build, release: RELEASE }, { head, base, commits, owners })
  } catch (error) {
    console.error(`No commits for shop: ${(error as Error).message}`)
  }
}

/** Of two users, about the errors that they had. */
async function sendFeedback({ url, now }: Target, exceptions: Exception[]): Promise<void> {
  const texts = [
    'I only changed the number of books, then the page said that it is broken.',
    'The cart does not open. I had three books in it.',
  ]
  const records = texts.map((text, index) => {
    const read = (key: string) => valueOf(exceptions[index]!, key)
    const values = { 'errata.digest': read('errata.digest'), 'user.id': read('user.id') }
    return feedbackRecord(text, now - index * MINUTE_MS, values)
  })
  await sendLogs(url, client('shop', RELEASE, 0), records)
}

/** What the user of an exception saw. */
async function sendSnapshot({ url, now: at }: Target, exception: Exception): Promise<void> {
  const response = await post(`${url}/monitoring/snapshot`, {
    digest: valueOf(exception, 'errata.digest'),
    service: 'shop',
    at,
    root: CART_PAGE,
    css: [CART_STYLES],
    pageSheets: 1,
    width: 1280,
    height: 800,
    texts: 9,
    inputs: 2,
  })
  if (!response.ok) console.error(`No snapshot for shop: ${await response.text()}`)
}

function lineOf(title: string) {
  const quantity = ['input', { type: 'text', value: '*' }]
  return ['tr', {}, ['td', {}, title], ['td', {}, quantity], ['td', { class: 'price' }, '**,** *']]
}

function valueOf({ attributes: all }: Exception, key: string): string {
  return all.find((attribute) => attribute.key === key)!.value.stringValue
}
