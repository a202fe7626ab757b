/**
 * Adds a line with a link to the console below the fallback screen. The screen itself is for the users of an
 * application and has no such link; the reader of the demo is the owner of the application.
 */
export function addConsoleLink(digest: string): void {
  const line = document.createElement('p')
  line.className = 'owner'
  const link = document.createElement('a')
  link.href = `/d/${digest}`
  link.textContent = 'Open this very error in the console'
  const back = document.createElement('a')
  back.href = '/demo'
  back.textContent = 'back to the shop'
  line.append('Your users see the screen above. You can see more: ', link, ' · ', back)
  document.body.append(line)
}
