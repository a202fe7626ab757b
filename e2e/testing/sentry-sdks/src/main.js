// Breaks the page in every way, one after the other, with the SDK that the address names, then goes on to the
// next SDK: `?engine=firefox&relay=http://127.0.0.1:8080&sdks=browser-11,react`. With `&quiet` nothing breaks.
import { breaks, onClick } from './breaks.js'

const sdks = {
  'browser-9': () => import('./browser-9.js'),
  'browser-10': () => import('./browser-10.js'),
  'browser-11': () => import('./browser-11.js'),
  offline: () => import('./offline.js'),
  react: () => import('./page-react.js'),
  vue: () => import('./page-vue.js'),
  errata: () => import('./errata.js'),
}

/** Milliseconds: longer than any engine needs. The test finds what is missing then. */
const PATIENCE = 5000

const parameters = new URLSearchParams(location.search)
const [sdk, ...others] = parameters.get('sdks').split(',')
let endBreak = () => {}
const { start } = await sdks[sdk]()
const {
  capture,
  components = {},
  finish,
} = start({
  relay: parameters.get('relay'),
  engine: parameters.get('engine'),
  /** Of each event: it ends the break that made it. */
  onEvent: () => endBreak(),
})

async function runBreak(run) {
  const { promise, resolve } = Promise.withResolvers()
  endBreak = resolve
  const timer = setTimeout(() => resolve(), PATIENCE)
  run(capture)
  await promise
  clearTimeout(timer)
  // The listeners of the SDK have returned.
  await new Promise((next) => setTimeout(next))
}

/** Behind a click, a change of the address is a navigation and not a redirect. */
function navigate(path) {
  onClick(() => history.pushState(null, '', path + location.search))
}

async function walk() {
  const { first, ...rest } = { ...breaks, ...components }
  console.log('the cart is open')
  await fetch('/stock')
  await runBreak(first)
  navigate('/cart')
  for (const run of Object.values(rest)) await runBreak(run)
  // It ends the span of the first one.
  navigate('/order')
  await finish(PATIENCE)
  parameters.set('sdks', others.join())
  location.assign(others.length === 0 ? '/done.html' : `/?${parameters}`)
}

if (!parameters.has('quiet')) await walk()
