// Mismatches of hydration: the frames are React's, so the route says which page it is.
import { testGrouping, v8, type Pair } from '../../testing/grouping-cases.ts'

const MINIFIED = 'Minified React error #418; visit https://react.dev/errors/418?args[]=HTML&args[]= for more'
const SENTENCE = `Hydration failed because the server rendered text didn't match the client.`
const REACT = v8('pc assets/index-Dk3fA9x_.js:1:2', 'Vu assets/index-Dk3fA9x_.js:1:9')

type Page = { message?: string; url?: string; route?: string; stacktrace?: string }
const pages = (title: string, a: Page, b: Page): Pair => [
  title,
  { message: MINIFIED, stacktrace: REACT, ...a },
  { message: MINIFIED, stacktrace: REACT, ...b },
]
const path = (pathname: string): Page => ({ url: `https://orders.example${pathname}` })

testGrouping(
  'hydration',
  [
    pages('values in the address', path('/orders/17?tab=1'), path('/orders/98/#top')),
    pages('one route', { ...path('/p/shoes'), route: '/p/:slug' }, { ...path('/p/hats'), route: '/p/:slug' }),
    pages('another stack', {}, { stacktrace: '' }),
    pages('the sentence and its number', {}, { message: SENTENCE }),
    pages(
      'a sentence with another word',
      { message: SENTENCE },
      { message: SENTENCE.replace('text', 'HTML') },
    ),
  ],
  [
    pages('two pages', path('/basket'), path('/account/orders')),
    pages('two routes', { route: '/a' }, { route: '/b' }),
    pages('two sentences', {}, { message: MINIFIED.replaceAll('418', '423') }),
  ],
)
