/** The fallback screen belongs to the application's users and knows no console. In this shop, its owner is looking: a line below shows the way. */
export function offerConsole(digest: string): void {
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
