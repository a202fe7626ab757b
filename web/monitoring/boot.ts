// The head snippet: two functions without imports that `head-tags.ts` writes into the page as text. `boot`
// stores early events and notices when nothing mounts. `reportBootFailure` is in a <template>, so it is not
// compiled until it is needed.

/** Early events, for the package. `cause`: why the screen is shown; undefined if nothing was mounted. */
export type BootEvents = Event[] & { cause?: Event | undefined }

/**
 * Attributes of `template#errata`: `data-root`, selector of the element that the application mounts in, and
 * `data-patience`, milliseconds after `load` until it must be mounted.
 */
export function boot(): void {
  const events: BootEvents = []
  // A missing template or root element counts as mounted.
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- written into the page as text
  const template = () => document.querySelector('#errata') as HTMLTemplateElement
  const showScreen = (cause = events[0]) => {
    const root = document.querySelector(template()?.dataset['root'] as string)
    if (root?.childElementCount !== 0) return
    events.cause = cause
    // A script runs when it is moved out of a template.
    root.append(template().content)
  }
  const listener = (event: Event) => {
    if (events.push(event) > 20) events.pop()
    // The application also mounts without images, style sheets, preload hints and scripts of other hosts.
    // `window` has no `matches`.
    if ((event.target as Partial<Element>).matches?.(':not(script),[src*="//"]:not([type=module])')) return
    // Scripts that mount the application may arrive until the page has loaded, and frameworks mount in a
    // separate task. The package removes the events that it reports from the list.
    const wait = () => setTimeout(() => events.includes(event) && showScreen(event), 500)
    if (document.readyState === 'complete') wait()
    else addEventListener('load', wait)
  }
  globalThis.errataBoot = events
  addEventListener('error', listener, true)
  addEventListener('unhandledrejection', listener, true)
  addEventListener('load', () => setTimeout(showScreen, template()?.dataset['patience'] as unknown as number))
}

/** Fills in the screen before this script, and reports without the package. */
// oxlint-disable-next-line complexity -- written into the page as text, so it cannot call other functions
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
    // A property instead of an attribute: policies against inline styles allow it.
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
  // The reload did not help; the start page might.
  if (copy && timing?.type === 'reload' && location.href !== `${location.origin}/`) {
    const link = Object.assign(document.createElement('a'), { href: '/', textContent: 'Start page' })
    link.style.cssText = copy.style.cssText
    copy.after(link)
  }
  // Svelte and others append to the root: if the application mounts after all, the screen must not cover it.
  const root = screen?.parentElement
  if (root)
    new MutationObserver(() => root.childElementCount > 1 && screen.remove()).observe(root, {
      childList: true,
    })
  void fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(JSON.parse(decodeURI(record), fill)),
    keepalive: true,
  }).catch(() => {})
}
