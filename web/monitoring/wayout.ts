// Where a page that was loaded again breaks again, loading it once more will not help its reader.

/** Puts a link to the start of the site on the fallback screen, when there is one. */
export function offerWayOut(): void {
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
