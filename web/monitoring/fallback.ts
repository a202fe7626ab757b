// The screen for the person in front of a page whose application is gone. Plain DOM and style properties: no framework, no stylesheet,
// nothing that a Content-Security-Policy without inline style would take away.

const ink = 'light-dark(#1c1c1c,#e8e8e8)'

/** `all: initial` because this stands in somebody else's page, whose style must not reach in. */
export const styles = {
  screen: {
    all: 'initial',
    position: 'fixed',
    inset: '0',
    zIndex: 2147483647,
    boxSizing: 'border-box',
    overflow: 'auto',
    padding: '24px max(24px, calc(50% - 17em))',
    display: 'flex',
    flexWrap: 'wrap',
    alignContent: 'safe center',
    gap: '12px 8px',
    minHeight: '50vh',
    colorScheme: 'light dark',
    font: '16px/1.5 system-ui,sans-serif',
    color: ink,
    background: 'light-dark(#fff,#141414)',
  },
  text: { all: 'unset', flex: '100%', overflowWrap: 'anywhere' },
  digest: { all: 'unset', font: '600 1em ui-monospace,Menlo,Consolas,monospace', letterSpacing: '.06em', userSelect: 'all' },
  button: {
    font: 'inherit',
    color: ink,
    background: 'none',
    border: '1px solid light-dark(#767676,#8c8c8c)',
    borderRadius: '6px',
    minHeight: '40px',
    padding: '0 16px',
    margin: 0,
    cursor: 'pointer',
  },
} as const

export function fallbackText(host: string): string {
  return `Application error: a client-side or server-side exception has occurred while loading ${host} (see the browser console or server logs for more information)`
}

/** Paints the screen once; `into` is emptied by the application itself if that should mount after all. Returns how to take it away. */
export function paintFallback(digest: string, into: Element = document.body): () => void {
  const screen = element('section', styles.screen)
  screen.setAttribute('role', 'alert')
  screen.dataset.digest = digest
  const line = element('p', styles.text, 'Digest: ')
  line.append(element('code', styles.digest, digest))
  screen.append(
    element('p', styles.text, fallbackText(location.host)),
    line,
    element('button', styles.button, 'Copy digest'),
    element('button', styles.button, 'Reload'),
  )
  wireButtons(screen)
  into.append(screen)
  return () => screen.remove()
}

/** One listener for both buttons, the same function each time, so that wiring twice (StrictMode) is wiring once. */
export function wireButtons(screen: HTMLElement | null): void {
  screen?.addEventListener('click', pressed)
}

function pressed({ currentTarget, target }: Event): void {
  const screen = currentTarget as HTMLElement
  const [copy, reload] = screen.querySelectorAll('button')
  if (target === reload) location.reload()
  if (target === copy) void copyDigest(copy as HTMLElement, screen).catch(() => {})
}

/** Selected and copied as a reader would do it: the Clipboard API is missing on plain http and where a policy forbids it. */
async function copyDigest(button: HTMLElement, screen: HTMLElement): Promise<void> {
  getSelection()?.selectAllChildren(screen.querySelector('code') ?? screen)
  if (!document.execCommand('copy')) await navigator.clipboard.writeText(screen.dataset.digest ?? '')
  button.textContent = 'Copied'
}

function element(name: string, style: object, text = ''): HTMLElement {
  const made = document.createElement(name)
  Object.assign(made.style, style)
  made.textContent = text
  return made
}
