// Where a page that was reloaded breaks again, another reload does not help its user.

/**
 * Adds a link to the start page of the site to the fallback screen, if the screen is shown on a reloaded
 * page.
 */
export function addStartPageLink(): void {
  const [timing] = performance.getEntriesByType('navigation')
  const start = `${location.origin}/`
  if (timing?.type !== 'reload' || location.href === start) return
  const screen = [...document.querySelectorAll('section[role=alert]')].find(({ textContent }) =>
    textContent.startsWith('Application error'),
  )
  const button = screen?.querySelector<HTMLElement>('button:last-of-type')
  if (!button || screen?.querySelector('a')) return
  const link = document.createElement('a')
  link.style.cssText = button.style.cssText
  link.href = start
  link.textContent = 'Start page'
  button.after(link)
}
