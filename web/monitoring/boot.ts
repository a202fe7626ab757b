// The head snippet, in two halves that `vite.ts` writes into the page as text: each stands alone, without imports and with nothing from outside its function.
// `boot` runs in every page: it keeps what breaks before any bundle runs, and notices when nothing will ever be mounted. `rescue` waits in a <template>
// together with the screen, where it costs bytes but no time, and needs no network when the network may be what is missing.

/** What was seen, for the package when it arrives. `cause`: why the screen is shown; undefined: nothing happened at all. */
export type Boot = Event[] & { cause?: Event | undefined }

/** `template#errata` says the rest: `data-root`, the element the application mounts in, and `data-patience`, milliseconds after `load` in which that must happen. */
export function boot(): void {
  const seen: Boot = []
  // Forgotten, it is as if everything were well: what has no place is not empty.
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- it is written into the page without what stands around it
  const template = () => document.querySelector('#errata') as HTMLTemplateElement
  const rescued = (cause = seen[0]) => {
    const place = document.querySelector(template()?.dataset['root'] as string)
    if (place?.childElementCount !== 0) return
    seen.cause = cause
    // A script that comes out of a template runs.
    place.append(template().content)
  }
  const see = (event: Event) => {
    if (seen.push(event) > 20) seen.pop()
    // A module that did not load mounts nothing; after any other error there is a moment of doubt. What the package has taken is its business.
    setTimeout(
      () => seen.includes(event) && rescued(event),
      (event.target as HTMLScriptElement).type === 'module' ? 0 : 500,
    )
  }
  globalThis.errataBoot = seen
  addEventListener('error', see, true)
  addEventListener('unhandledrejection', see, true)
  addEventListener('load', () => setTimeout(rescued, template()?.dataset['patience'] as unknown as number))
}

/** Fills in the screen it came with, and reports by itself. */
export function rescue(): void {
  const script = document.currentScript
  const screen = script?.previousElementSibling
  const {
    record = '',
    url = '',
    patience = '',
  } = document.querySelector<HTMLElement>('#errata')?.dataset ?? {}
  const seen = globalThis.errataBoot
  const cause = seen?.cause
  script?.remove()
  if (cause) seen?.splice(seen.indexOf(cause), 1)
  const { error, reason, target } = (cause ?? {}) as Partial<ErrorEvent & PromiseRejectionEvent>
  const thrown = error ??
    reason ?? {
      name: 'BootError',
      message: cause
        ? `did not load: ${(target as HTMLScriptElement).src}`
        : `nothing mounted within ${patience} ms`,
    }
  const digest = Array.from(
    crypto.getRandomValues(new Uint8Array(8)),
    (byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte & 31],
  ).join('')
  console.error(thrown, 'Digest:', digest)
  const values: Record<string, string> = {
    $type: `${thrown.name ?? typeof thrown}`,
    $message: `${thrown.message ?? thrown}`.slice(0, 1024),
    $stack: `${thrown.stack ?? ''}`.slice(0, 16384),
    $digest: digest,
    $host: location.host,
    $url: location.origin + location.pathname,
    $agent: navigator.userAgent,
    $time: `${Date.now()}000000`,
  }
  const fill = (_: string, value: string) => values[value] ?? value
  for (const element of screen ? [screen as HTMLElement, ...screen.querySelectorAll<HTMLElement>('*')] : []) {
    // A property, not an attribute: a policy against inline style does not mind it.
    element.style.cssText = element.dataset['style'] ?? ''
    if (element.dataset['fill']) element.textContent = fill('', element.dataset['fill'])
  }
  const [reload, copy] = screen?.querySelectorAll('button') ?? []
  copy?.addEventListener('click', () => {
    getSelection()?.selectAllChildren(screen?.querySelector('code') ?? copy)
    if (document.execCommand('copy')) copy.textContent = 'Copied'
  })
  reload?.addEventListener('click', () => location.reload())
  const [timing] = performance.getEntriesByType('navigation')
  // Loaded again and broken again: then another page may help.
  if (copy && timing?.type === 'reload' && location.href !== `${location.origin}/`) {
    const link = Object.assign(document.createElement('a'), { href: '/', textContent: 'Start page' })
    link.style.cssText = copy.style.cssText
    copy.after(link)
  }
  void fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(JSON.parse(record, fill)),
    keepalive: true,
  }).catch(() => {})
}
