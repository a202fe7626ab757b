// The head snippet: two functions without imports that `vite.ts` writes into the page as text. `boot` keeps
// early events and notices that nothing mounts. `reportBootFailure` is in a <template>, which takes no time.

/** Early events, for the package. `cause`: why the screen is shown; undefined: nothing mounted. */
export type BootEvents = Event[] & { cause?: Event | undefined }

/**
 * Attributes of `template#errata`: `data-root`, selector of the element the application mounts in, and
 * `data-patience`, milliseconds after `load` in which that must happen.
 */
export function boot(): void {
  const events: BootEvents = []
  // A missing template or root element counts as mounted.
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the text of this function stands alone
  const template = () => document.querySelector('#errata') as HTMLTemplateElement
  const showScreen = (cause = events[0]) => {
    const root = document.querySelector(template()?.dataset['root'] as string)
    if (root?.childElementCount !== 0) return
    events.cause = cause
    // A script that is moved out of a template runs.
    root.append(template().content)
  }
  const listener = (event: Event) => {
    if (events.push(event) > 20) events.pop()
    // Without pictures, style sheets, hints and scripts of another host the application mounts. Windows lack
    // `matches`.
    if ((event.target as Partial<Element>).matches?.(':not(script),[src*="//"]:not([type=module])')) return
    // Scripts that mount it may arrive until the page has loaded; frameworks mount in a task of their own.
    // An event that the package has removed from the list is reported there.
    const wait = () => setTimeout(() => events.includes(event) && showScreen(event), 500)
    if (document.readyState === 'complete') wait()
    else addEventListener('load', wait)
  }
  globalThis.errataBoot = events
  addEventListener('error', listener, true)
  addEventListener('unhandledrejection', listener, true)
  addEventListener('load', () => setTimeout(showScreen, template()?.dataset['patience'] as unknown as number))
}

/** Fills in the screen that stands before this script, and reports without the package. */
// oxlint-disable-next-line complexity -- its text stands alone, so it cannot call other functions
export function reportBootFailure(): void {
  const script = document.currentScript
  const screen = script?.previousElementSibling
  const {
    record = '',
    url = '',
    patience = '',
  } = document.querySelector<HTMLElement>('#errata')?.dataset ?? {}
  const events = globalThis.errataBoot
  const cause = events?.cause
  script?.remove()
  if (cause) events?.splice(events.indexOf(cause), 1)
  const { error, reason, target, filename, lineno } = (cause ?? {}) as Partial<
    ErrorEvent & PromiseRejectionEvent
  >
  const thrown = error ??
    reason ?? {
      name: 'BootError',
      message: cause
        ? `did not load: ${(target as HTMLScriptElement).src ?? (target as HTMLLinkElement).href}`
        : `nothing mounted within ${patience} ms`,
    }
  // The stack of a syntax error names no file.
  const stack = `${thrown.stack ?? ''}`
  const origin = filename && !/\n|@/.test(stack) ? `\n    at ${filename}:${lineno}` : ''
  const digest = Array.from(
    crypto.getRandomValues(new Uint8Array(8)),
    (byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte & 31],
  ).join('')
  console.error(thrown, 'Digest:', digest)
  const values: Record<string, string> = {
    $type: `${thrown.name ?? typeof thrown}`,
    $message: `${thrown.message ?? thrown}`.slice(0, 1024),
    $stack: stack.slice(0, 16384) + origin,
    $digest: digest,
    $host: location.host,
    $url: location.origin + location.pathname,
    $agent: navigator.userAgent,
    $time: `${Date.now()}000000`,
  }
  const fill = (_: string, value: string) => values[value] ?? value
  for (const element of screen ? [screen as HTMLElement, ...screen.querySelectorAll<HTMLElement>('*')] : []) {
    // A property, not an attribute: a policy against inline style allows it.
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
  // The reload did not help: another page may.
  if (copy && timing?.type === 'reload' && location.href !== `${location.origin}/`) {
    const link = Object.assign(document.createElement('a'), { href: '/', textContent: 'Start page' })
    link.style.cssText = copy.style.cssText
    copy.after(link)
  }
  // Svelte and others append: what mounts after all must not stay behind the screen.
  const root = screen?.parentElement
  if (root)
    new MutationObserver(() => root.childElementCount > 1 && screen.remove()).observe(root, {
      childList: true,
    })
  void fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(JSON.parse(record, fill)),
    keepalive: true,
  }).catch(() => {})
}
