import { readSession } from './session/store.ts'

export function boot(root: HTMLElement): void {
  const session = readSession()
  root.dataset['reader'] = session?.reader ?? 'guest'
  root.hidden = false
}
