import { expect, test } from 'vitest'
import type { Frame } from '../../../../../contract/issues.ts'
import { groupFrames, locationOf, packageName } from './frames.ts'

const frame = (file: string, inApp: boolean): Frame => ({ function: 'f', file, line: 1, column: 2, inApp })

test('consecutive frames of a package are folded, application frames are not', () => {
  const dom = 'node_modules/react-dom/cjs/client.js'
  const groups = groupFrames([
    frame('src/a.ts', true),
    frame(dom, false),
    frame(dom, false),
    frame('node_modules/scheduler/i.js', false),
    frame('src/b.ts', true),
  ])
  expect(
    groups.map((group) => (group.inApp ? group.frame.file : `${group.frames.length} from ${group.source}`)),
  ).toEqual(['src/a.ts', '2 from react-dom', '1 from scheduler', 'src/b.ts'])
})

test('with mapped frames, frames of scripts without a source map are folded', () => {
  const raw = { function: 't', file: 'https://a.example/index.js', line: 1, column: 9 }
  const groups = groupFrames([
    { ...frame('src/a.ts', true), raw },
    frame('https://a.example/assets/old.js', true),
    frame('https://a.example/assets/old.js', true),
  ])
  expect(
    groups.map((group) => (group.inApp ? group.frame.file : `${group.frames.length} from ${group.source}`)),
  ).toEqual(['src/a.ts', '2 from old.js'])
})

test('without application frames nothing is folded', () => {
  const groups = groupFrames([frame('a.js', false), frame('b.js', false)])
  expect(groups.every(({ inApp }) => inApp)).toBe(true)
})

test.for([
  ['webpack:///node_modules/@tanstack/query-core/build/x.js', '@tanstack/query-core'],
  ['http://localhost/node_modules/.vite/deps/react-dom_client.js?v=1', 'react-dom_client'],
  ['https://cdn.example/lib/chart.min.js?v=1', 'chart.min.js'],
  ['', 'an unknown file'],
  ['/usr/local/lib/python3.12/site-packages/starlette/routing.py', 'starlette'],
  ['/usr/lib/python3.12/asyncio/base_events.py', 'python'],
  ['/root/go/pkg/mod/github.com/gin-gonic/gin@v1.10.0/context.go', 'gin-gonic/gin'],
  ['/usr/local/go/src/net/http/server.go', 'go'],
  ['/usr/local/bundle/gems/activesupport-7.1.2/lib/active_support/callbacks.rb', 'activesupport'],
  ['/app/vendor/laravel/framework/src/Illuminate/Routing/Route.php', 'laravel/framework'],
  ['org/springframework/web/servlet/FrameworkServlet.java', 'org/springframework/web'],
  ['java/util/ArrayList.java', 'java'],
  ['System.Threading.Tasks.Task', 'System.Threading'],
] as const)('the package of %s is %s', ([file, name]) => {
  expect(packageName(file)).toBe(name)
})

test('a location shows the known parts', () => {
  expect(locationOf({ ...frame('a.js', true), line: null, column: null })).toBe('a.js')
  expect(locationOf(frame('', true))).toBe('(unknown):1:2')
})

test('the origin of the page is left out', () => {
  const app = frame('https://shop.example/src/a.ts', true)
  expect(locationOf(app, 'https://shop.example')).toBe('/src/a.ts:1:2')
})
