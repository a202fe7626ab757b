// Changes styles as libraries do, after the SDK has copied the page, and reports an error:
// `?relay=http://127.0.0.1:8080`. Its id is then the title.
import * as Sentry from 'sentry-browser-11'

const { protocol, host } = new URL(new URLSearchParams(location.search).get('relay'))
const frame = () => new Promise((next) => requestAnimationFrame(next))
const byId = (id) => document.getElementById(id)

Sentry.init({
  dsn: `${protocol}//0123456789abcdef0123456789abcdef@${host}/2651`,
  integrations: [Sentry.replayIntegration()],
  replaysOnErrorSampleRate: 1,
  transportOptions: { fetchOptions: { keepalive: false } },
})
await frame()
await frame()

const { sheet: rules } = byId('rules')
const { sheet: speedy } = byId('speedy')
rules.insertRule('#old { color: rgb(5, 5, 5) !important }')
rules.cssRules[1].style.setProperty('color', 'rgb(6, 6, 6)')
rules.cssRules[1].style.setProperty('background-color', 'rgb(7, 7, 7)', 'important')
rules.cssRules[1].style.removeProperty('background-color')
rules.cssRules[2].insertRule('#group { color: rgb(8, 8, 8) }', 1)
rules.cssRules[2].insertRule('#group { background-color: red }', 0)
rules.cssRules[2].deleteRule(0)

speedy.insertRule('#inserted { color: rgb(9, 9, 9) }', speedy.cssRules.length)
speedy.insertRule('#inserted { color: red; background-color: red }', speedy.cssRules.length)
speedy.insertRule('@media (max-width: 1px) { #narrow { color: red } }', speedy.cssRules.length)
speedy.insertRule('@media (min-width: 1px) {}', speedy.cssRules.length)
speedy.cssRules[3].insertRule('#narrow { color: rgb(10, 10, 10) }')
speedy.deleteRule(1)

const shared = new CSSStyleSheet()
shared.replaceSync('#adopted, p { color: rgb(11, 11, 11) }')
document.adoptedStyleSheets = [shared]
shared.insertRule('#adopted { background-color: rgb(12, 12, 12) }', 1)
await frame()
const root = byId('host').attachShadow({ mode: 'open' })
root.innerHTML = '<p id="shadow">Text</p>'
await frame()
const own = new CSSStyleSheet()
own.insertRule('#shadow { background-color: rgb(13, 13, 13) }')
root.adoptedStyleSheets = [shared, own]
byId('inline').style.setProperty('color', 'rgb(14, 14, 14)')
byId('inline').style.removeProperty('padding-left')
await frame()

const id = Sentry.captureException(new TypeError('no styles'))
await Sentry.flush(10_000)
document.title = id
