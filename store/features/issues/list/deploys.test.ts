// The order of the list by change: a group for each deploy, inside it users × events.
import { expect, test } from 'vitest'
import { listIssues, sendException } from '../../../testing/issues.ts'
import { newName, sharedStore } from '../../../testing/suite.ts'

const HOUR = 3_600_000
const store = sharedStore()

test('issues are grouped by the deploy that they came with, the most widespread first', async () => {
  const [shop, admin, old] = [newName(), newName(), newName()]
  const send = (service: string, type: string, hours: number, user: string, release = '1') =>
    sendException(store, {
      service,
      type,
      release,
      message: type,
      at: Date.now() - hours * HOUR,
      attributes: { 'user.id': user },
    })
  // Of a release of a week ago: its issue is newer than it, but not of this range.
  await send(old, 'Unchanged', 6 * 24, 'ann')
  await send(old, 'Unchanged', 1, 'ann')
  for (const service of [shop, admin]) await send(service, 'Before', 50, 'ann')
  await send(shop, 'Before', 4, 'ann')
  await send(shop, 'Loud', 3, 'ann', '2')
  for (const user of ['bob', 'cid']) await send(shop, 'Loud', 2.5, user, '2')
  for (const hours of [2, 1, 0.1, 0.2]) await send(shop, 'OneUser', hours, 'ann', '2')
  await send(admin, 'Later', 2, 'ann', '3')
  const services = [shop, admin, old].map((service) => `service=${service}`).join('&')
  const { issues, deploys } = await listIssues(store, `range=24h&limit=100&${services}`)
  expect(issues.map(({ type, changed }) => [type, changed])).toEqual([
    ['Later', true],
    ['Loud', true],
    ['OneUser', true],
    ['Unchanged', false],
    ['Before', false],
  ])
  expect(deploys).toMatchObject([
    { service: admin, release: '3', count: 1 },
    { service: shop, release: '2', count: 2 },
  ])
  expect((await listIssues(store, `sort=count&${services}`)).deploys).toBeUndefined()
})
