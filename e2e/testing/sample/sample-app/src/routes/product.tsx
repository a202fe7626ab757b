export function ProductPage({ id }: { id: string }) {
  const now = new Date()
  const delivery = now.getHours() < 15 ? 'tomorrow' : 'in two days'
  if (typeof document === 'undefined') return `${id}: ${delivery}`
  return hydrate(document.getElementById('product'), `${id}: ${delivery}`)
}

function hydrate(element: HTMLElement | null, text: string): string {
  if (element?.textContent === text) return text
  throw new Error('Hydration failed because the server rendered HTML did not match the client')
}
