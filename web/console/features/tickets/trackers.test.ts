// Templates of trackers, made from an address that a person has.
import { expect, test } from 'vitest'
import { templateOf, trackerAt, trackerLabel } from './trackers.ts'

const GITHUB = '/issues/new?title={title}&body={body}'
const GITLAB = '/-/issues/new?issue[title]={title}&issue[description]={body}'
const JIRA =
  '/secure/CreateIssueDetails!init.jspa?pid=10000&issuetype=10001&summary={title}&description={body}'
const LINEAR = '/new?title={title}&description={body}'

test.each([
  ['github', 'https://github.com/O/R', `https://github.com/O/R${GITHUB}`],
  ['github', ' https://github.com/O/R.git ', `https://github.com/O/R${GITHUB}`],
  ['github', 'https://github.example/O/R/issues?q=is', `https://github.example/O/R${GITHUB}`],
  ['gitlab', 'https://gitlab.com/g/sub/p/-/issues', `https://gitlab.com/g/sub/p${GITLAB}`],
  ['gitlab', 'http://code.internal:8080/g/p/', `http://code.internal:8080/g/p${GITLAB}`],
  ['jira', 'https://acme.atlassian.net/jira/software/projects/SHOP', `https://acme.atlassian.net${JIRA}`],
  ['linear', 'https://linear.app/acme/team/SHOP/active', `https://linear.app/team/SHOP${LINEAR}`],
  ['linear', 'https://linear.app/acme', `https://linear.app${LINEAR}`],
  ['github', 'github.com/O/R', ''],
  ['github', 'javascript:alert(1)', ''],
] as const)('%s at %s', (name, address, template) => {
  expect(templateOf(name, address)).toBe(template)
})

test('a tracker is known by its host', () => {
  const addresses = ['https://github.com/O/R', 'https://jira.acme.example', 'https://linear.app/acme', 'x']
  expect(addresses.map(trackerAt)).toEqual(['github', 'jira', 'linear', null])
  expect(trackerAt('https://notlinear.app.example/')).toBeNull()
  expect([
    trackerLabel(`https://gitlab.com/g/p${GITLAB}`),
    trackerLabel('https://t.example/{title}'),
  ]).toEqual(['GitLab', 't.example'])
})
