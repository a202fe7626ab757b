// The pages that browser tests open, with their response headers.

import { readFileSync } from 'node:fs'
import { policyHashes } from '../build/vite.ts'

type TestPage = { html: string; headers: Record<string, string> }

function page(body: string, { head = '', ...headers }: Record<string, string> = {}): TestPage {
  const html =
    `<!doctype html><html lang="en"><head>${head}<title>test page</title></head>` +
    `<body><div id="root"></div>${body}</body></html>`
  return { html, headers }
}

const sdk = '<script type="module" src="/built/sdk.js"></script>'
export const mount = 'root.innerHTML = "<main>the application</main>"'
const application = `<script>${mount}</script>`
const builtApplication = '<script type="module" src="/built/entry.js"></script>'
const optionalFiles =
  '<img src="/answer/404?picture" alt=""><link rel="stylesheet" href="/answer/404?style">' +
  '<link rel="modulepreload" href="/answer/404?hint"><script async src="http://127.0.0.1:9/a.js"></script>'
const missingEntry = '<script type="module" src="/gone/entry.js"></script>'

function scriptTag(name: string, attributes = ''): string {
  const url = `data-url="/receiver/ok/${name}"`
  return `<script src="/monitoring.js" data-service="${name}" ${url} ${attributes}></script>`
}
const tracedScriptTag = (name: string) => scriptTag(name, 'data-release="2.0.0" data-traces-sample-rate="1"')

const attributes = 'data-releese="1" data-route="/" data-ignore-errors="quiet one, quiet two"'

const csp = (policy: string) => ({ 'content-security-policy': policy })
const inlineScripts = "script-src 'unsafe-inline' 'unsafe-eval'"
const serverTrace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331'
const timing = (value: string) => ({ 'server-timing': value })

/** By path below `/pages/`. */
export const pages: Record<string, TestPage> = {
  plain: page(sdk),
  mounted: page(application + sdk),
  'slow-button': page(
    '<button class="pay" title="hunter2" value="hunter2">hunter2</button>' +
      '<script>function priceOf() { for (const end = performance.now() + 90; performance.now() < end;); }' +
      "document.querySelector('.pay').addEventListener('click', priceOf)</script>" +
      sdk,
  ),
  // The query is the name in the path.
  held: page(
    `${application}<script>const file = '/held/' + location.search.slice(1) + '/sdk.js';` +
      `document.write('<script type="module" src="' + file + '"><' + '/script>')</script>`,
  ),
  unmonitored: page(application),
  'strict-policy': page(sdk, csp("style-src 'none'")),
  'no-images': page(`${application}<img src="/gone/early.png?secret" alt="">${sdk}`, csp("img-src 'none'")),
  'own-scripts': page(application + sdk, csp("script-src 'self' 'unsafe-inline' 'unsafe-eval'")),
  'no-connections': page(application + sdk, csp("connect-src 'none'")),
  'missing-entry': page(missingEntry),
  'strict-policy-missing-entry': page(missingEntry, csp("style-src 'none'")),
  'hashed-policy-missing-entry': page(
    missingEntry,
    csp(`script-src 'self' ${policyHashes()}; style-src 'none'`),
  ),
  built: page(builtApplication),
  'built-with-snippet': page(builtApplication, { head: copiedHead() }),
  'copied-head': page(missingEntry, { head: copiedHead() }),
  'broken-entry': page('<script>throw new RangeError("no configuration")</script>'),
  'never-mounts': page(''),
  'slow-entry': page(
    `${optionalFiles}<script src="/answer/404?widget"></script><script>throw new Error("a widget")</script>` +
      '<script type="module" src="/slow/entry.js"></script>',
  ),
  'late-mount': page(`${optionalFiles}<script>setTimeout(() => { ${mount} }, 1500)</script>`, {
    head: copiedHead(),
  }),
  'late-start': page(
    '<script>setTimeout(() => root.append(document.createElement("main")), 1200)</script>' +
      '<script>throw new Error("a widget")</script>',
  ),
  'broken-start': page(`${application}<script>throw new RangeError("before the bundle")</script>${sdk}`),
  'server-trace': page(`<meta name="traceparent" content="${serverTrace}-01">${application}${sdk}`),
  'server-timing-sampled': page(
    application + sdk,
    timing(`db;dur=53, traceparent;desc="${serverTrace}-03", cache;desc="Cache Read";dur=23.2`),
  ),
  'server-timing-unsampled': page(application + sdk, timing(`traceparent;desc="${serverTrace}-02"`)),
  routers: page('<script type="module" src="/built/routers.js"></script>'),
  'script-tag': page(application + tracedScriptTag('tagged')),
  'script-tag-attributes': page(application + scriptTag('tagged-attributes', attributes), {
    head: '<script>warnings = []; console.warn = (text) => warnings.push(text)</script>',
  }),
  'script-tag-feedback': page(application + scriptTag('tagged-feedback', 'data-feedback')),
  'script-tag-vitals': page(
    application + scriptTag('tagged-vitals', 'data-traces-sample-rate="0" data-vitals'),
  ),
  // The entry is allowed to load, the chunks that it imports are not.
  'script-tag-without-chunks': page(
    application + tracedScriptTag('without-chunks'),
    csp(`${inlineScripts} localhost:*/monitoring.js`),
  ),
  'script-tag-blocked': page(tracedScriptTag('blocked') + application, csp(inlineScripts)),
}

/** The head snippet as it would be copied from the README, with the URL of the test receiver. */
function copiedHead(): string {
  return readFileSync(new URL('../head-snippet.txt', import.meta.url), 'utf8')
    .replace("'/monitoring'", "'/receiver/ok/boot'")
    .replaceAll('YOUR-SERVICE', 'test-app')
}
