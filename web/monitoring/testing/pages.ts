import { readFileSync } from 'node:fs'
import { policyHashes } from '../vite.ts'

// The test runner rewrites dynamic imports of all it serves into calls of its own, which exist in its page alone.
const runner =
  '<script>globalThis.__vitest_browser_runner__ = { wrapDynamicImport: (load) => load() }</script>'

function page(script: string, head = ''): string {
  return `<!doctype html><html lang="en"><head>${head}<title>stage</title>${runner}</head><body><div id="root"></div>${script}</body></html>`
}

const stage = '<script type="module" src="/monitoring/testing/sdk.tsx"></script>'
const application = '<script>root.innerHTML = "<main>the application</main>"</script>'

const scriptTag =
  '<script src="/monitoring.js" data-service="tagged" data-release="2.0.0" data-url="/receiver/ok/tagged" data-traces-sample-rate="1"></script>'

/** The pages that browser tests open. */
export const pages: Record<string, string> = {
  plain: page(stage),
  mounted: page(application + stage),
  unwatched: page(application),
  'strict-policy': page(stage),
  'no-pictures': page(`${application}<img src="/gone/early.png?secret" alt="">${stage}`),
  'no-connections': page(application + stage),
  'missing-entry': page('<script type="module" src="/gone/entry.js"></script>'),
  'strict-policy-missing-entry': page('<script type="module" src="/gone/entry.js"></script>'),
  'hashed-policy-missing-entry': page('<script type="module" src="/gone/entry.js"></script>'),
  'copied-head': page('<script type="module" src="/gone/entry.js"></script>', copiedHead()),
  'broken-entry': page('<script>throw new RangeError("no configuration")</script>'),
  'never-mounts': page(''),
  'broken-start': page(`${application}<script>throw new RangeError("before the bundle")</script>${stage}`),
  'server-trace': page(
    `<meta name="traceparent" content="00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01">${application}${stage}`,
  ),
  routers: page('<script type="module" src="/monitoring/testing/routers.tsx"></script>'),
  'server-timing-sampled': page(application + stage),
  'server-timing-unsampled': page(application + stage),
  'script-tag-vitals': page(
    `${application}<script src="/monitoring.js" data-service="tagged" data-url="/receiver/ok/tagged-vitals" data-traces-sample-rate="0" data-vitals></script>`,
  ),
  'script-tag': page(application + scriptTag),
  'script-tag-alone': page(application + scriptTag.replaceAll('tagged', 'alone')),
  'script-tag-blocked': page(scriptTag + application),
}

/** As a reader of the README takes it, for this receiver and with less patience. */
function copiedHead(): string {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  return (/```text\n(<script>[^]+?)```/.exec(readme)?.[1] ?? '')
    .replace("'/monitoring'", "'/receiver/ok/boot'")
    .replaceAll('YOUR-SERVICE', 'stage')
}

/** The Content-Security-Policy that a page comes with. */
export function policyOf(name: string): string | undefined {
  if (name.startsWith('hashed-policy')) return `script-src 'self' ${policyHashes()}; style-src 'none'`
  if (name.startsWith('strict-policy')) return "style-src 'none'"
  return {
    'no-pictures': "img-src 'none'",
    'no-connections': "connect-src 'none'",
    // The entry, and nothing that it wants to load.
    'script-tag-alone': "script-src 'unsafe-inline' 'unsafe-eval' localhost:*/monitoring.js",
    'script-tag-blocked': "script-src 'unsafe-inline' 'unsafe-eval'",
  }[name]
}

/** What its server says of the time that a page took, and of the trace that it belongs to. */
export function timingOf(name: string): string | undefined {
  const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331'
  return {
    'server-timing-sampled': `db;dur=53, traceparent;desc="${trace}-03", cache;desc="Cache Read";dur=23.2`,
    'server-timing-unsampled': `traceparent;desc="${trace}-02"`,
  }[name]
}
