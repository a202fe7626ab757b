// The source of the head snippet. `vite.ts` writes it into the page as text, so it stands alone: no imports, nothing from outside the function.
// It keeps what breaks before any bundle runs. When nothing will ever be mounted it paints the screen that waits in a <template>, and reports by itself.

/** `root`: selector of the element the application mounts in. `patience`: milliseconds after `load` in which something must be mounted there. */
export type BootOptions = { root: string; url: string; patience: number }

export function boot({ root, url, patience }: BootOptions): void {
  const seen: Event[] = []

  const see = (event: Event) => {
    if (seen.push(event) > 20) seen.pop()
    // A module that did not load mounts nothing; after any other error there is a moment of doubt.
    setTimeout(() => seen.includes(event) && rescue(event), (event.target as HTMLScriptElement).type === 'module' ? 0 : 500)
  }

  const rescue = (event = seen[0]) => {
    const place = document.querySelector(root)
    const template = document.querySelector<HTMLTemplateElement>('template#errata')
    if (!template || place?.childElementCount !== 0) return
    if (event) seen.splice(seen.indexOf(event), 1)
    const { error, reason, target } = (event ?? {}) as Partial<ErrorEvent & PromiseRejectionEvent>
    const thrown = error ??
      reason ?? {
        name: 'BootError',
        message: event ? `did not load: ${(target as HTMLScriptElement).src}` : `nothing mounted within ${patience} ms`,
      }
    const digest = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte & 31]).join('')
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
    place.append(template.content.cloneNode(true))
    for (const element of place.querySelectorAll<HTMLElement>('*')) {
      // A property, not an attribute: a policy against inline style does not mind it.
      element.style.cssText = element.dataset['style'] ?? ''
      if (element.dataset['fill']) element.textContent = fill('', element.dataset['fill'])
    }
    const [reload, copy] = place.querySelectorAll('button')
    copy?.addEventListener('click', () => {
      getSelection()?.selectAllChildren(place.querySelector('code') ?? place)
      document.execCommand('copy')
    })
    reload?.addEventListener('click', () => location.reload())
    void fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(JSON.parse(template.dataset['record'] ?? '', fill)),
      keepalive: true,
    }).catch(() => {})
  }

  addEventListener('error', see, true)
  addEventListener('unhandledrejection', see)
  addEventListener('load', () => setTimeout(() => rescue(), patience))
  globalThis.errataBoot = {
    seen,
    stop: () => {
      removeEventListener('error', see, true)
      removeEventListener('unhandledrejection', see)
    },
  }
}
