// The audit log in the settings: entries in words, its filters, pages and export.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AuditAnswer, AuditEntry } from '../../../../contract/people.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { all, expectAccessible, press, select, shown } from '../../testing/page.ts'
import { playRecording } from '../../testing/recording.ts'
import { answerSettings, newEntry } from './testing/people-answers.ts'

const { requests, replace } = await playRecording('empty')

const entries = (): AuditEntry[] => [
  newEntry('person.changed', {
    target: '<b>Mark</b>',
    before: { rights: ['write: *'] },
    after: { rights: ['write: shop, pay', 'read: *'] },
  }),
  newEntry('invite.created', { after: { role: 'read', services: ['shop', 'pay'] } }),
  newEntry('login.failed', { by: '', method: 'invite', target: 'Eve' }),
  newEntry('login.failed', { by: '', method: 'password', target: 'Firefox on Linux' }),
  newEntry('token.revoked', { by: '', method: 'password', target: 'ci', address: '' }),
  newEntry('token.created', { target: 'ci', after: { expires: new Date(2027, 2, 7, 14, 5).toISOString() } }),
  newEntry('backup.restored', { target: new Date(2027, 2, 7, 9, 5).toISOString() }),
  newEntry('something.new', { target: 'x'.repeat(200) }),
]

function answerAudit(answer: (url: URL) => AuditAnswer): void {
  answerSettings(replace)
  replace(/^\/api\/audit\?/, () => Response.json(answer(new URL(requests.at(-1)!, location.href))))
}

const TWO_ROLES = 'write: shop, pay, read: all services'

const audits = () => requests.filter((request) => request.startsWith('/api/audit'))
const texts = () => all('tbody tr').map(({ children }) => [...children].slice(1, 3).map(textOf))
const textOf = ({ textContent }: Element) => textContent.replace(/^[A-Z]{2}(?=[A-Z])/, '')

test.each(['light', 'dark'] as const)(
  'entries say what was done, by whom, and what changed, %s',
  async (theme) => {
    answerAudit(() => ({ entries: entries(), nextCursor: null }))
    await openScreen('/settings?section=audit', { theme })
    await select('tbody tr')
    expect(texts()).toEqual([
      ['Kai Voss', `changed the rights of <b>Mark</b>rights: write: all services → ${TWO_ROLES}`],
      ['Kai Voss', 'made an invite role: read · services: shop, pay'],
      ['unknown', 'failed to log in as Eve'],
      ['unknown', 'entered a wrong password with Firefox on Linux'],
      ['the owner', 'revoked the token ci'],
      ['Kai Voss', 'made the token ciexpires: 7 Mar 2027 14:05'],
      ['Kai Voss', 'restored the backup of 7 Mar 2027 09:05'],
      ['Kai Voss', `something new ${'x'.repeat(200)}`],
    ])
    await shown(page.getByText('8 entries'))
    await expectAccessible()
    for (const width of [1024, 390, 320]) {
      await page.viewport(width, 844)
      await expect.poll(() => document.documentElement.scrollWidth).toBe(width)
      await expectAccessible()
    }
  },
)

test('ten thousand entries are loaded page by page', async () => {
  answerAudit((url) => {
    const [limit, at] = ['limit', 'cursor'].map((name) => Number(url.searchParams.get(name)))
    const page = Array.from({ length: limit! }, (_, index) => newEntry('login', { target: `${at! + index}` }))
    return { entries: page, nextCursor: String(at! + limit!) }
  })
  await openScreen('/settings?section=audit')
  await shown(page.getByText('25 entries'))
  await page.getByRole('button', { name: 'Show more' }).click()
  await shown(page.getByText('125 entries'))
  expect(audits()).toEqual(['/api/audit?limit=25', '/api/audit?limit=100&cursor=25'])
})

test('a text and an action narrow the log, also its export; a name leads to what they did', async () => {
  answerAudit(() => ({ entries: entries(), nextCursor: null }))
  const screen = await openScreen('/settings?section=audit')
  const download = async () => (await shown(page.getByRole('link', { name: /^Export/ }))).getAttribute('href')
  await select('tbody tr')
  expect(await download()).toBe('/api/audit.json?')
  await press('/', 'mark')
  await expect.poll(() => screen.query('q')).toBe('mark')
  await page.getByRole('combobox', { name: 'Actions' }).selectOptions('Roles and access')
  await expect.poll(audits).toContain('/api/audit?act=person&q=mark&limit=25')
  expect(await download()).toBe('/api/audit.json?q=mark&act=person')
  await page.getByRole('link', { name: 'Kai Voss' }).first().click()
  await expect.poll(() => [screen.query('q'), screen.query('act')]).toEqual(['Kai Voss', null])
})

test('a filter without a match, and an empty log', async () => {
  answerAudit(() => ({ entries: [], nextCursor: null }))
  await openScreen('/settings?section=audit&q=nobody')
  await shown(page.getByText('No entry matches.'))
  await openScreen('/settings?section=audit')
  await shown(page.getByText('Nothing was done yet.'))
})
