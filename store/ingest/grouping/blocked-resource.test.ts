// A script that a policy forbids is reported as a violation and as an element that did not load: one issue.
import { testGrouping, type Pair } from '../../testing/grouping-cases.ts'

const violation = (message: string) => ({ type: 'SecurityPolicyViolation', message })
const failure = (address: string) => ({ type: 'ResourceError', message: `script failed to load: ${address}` })
const CDN = 'https://cdn.other.example'

const blocked = (title: string, address: string, other = address): Pair => [
  title,
  violation(`script-src-elem blocked ${address}`),
  failure(other),
]

testGrouping(
  'what a page did not get',
  [
    blocked('a violation and its element', `${CDN}/tag.js`),
    blocked('another hash', `${CDN}/assets/tag-Dk3fA9x_.js`, `${CDN}/assets/tag-Qm81xT0a.js`),
    ['a missing file, twice', failure(`${CDN}/tag.js?v=1`), failure(`${CDN}/tag.js`)],
  ],
  [
    blocked('another file', `${CDN}/tag.js`, `${CDN}/chat.js`),
    blocked('another host', `${CDN}/tag.js`, 'https://cdn.example/tag.js'),
    [
      'a policy that only reports',
      violation(`script-src-elem would block ${CDN}/tag.js`),
      failure(`${CDN}/tag.js`),
    ],
    [
      'an inline script',
      violation('script-src-elem blocked inline'),
      violation('style-src-elem blocked inline'),
    ],
  ],
)
