// Reads the fallback screen of a page.

import type { Page } from './page.ts'

export const sentence =
  'Application error: a client-side or server-side exception has occurred while loading ' +
  `${location.host} (see the browser console or server logs for more information)`

export function screenOf({ document }: Page) {
  const screen = document.querySelector<HTMLElement>('[role=alert]')
  if (!screen) throw new Error('no fallback screen')
  return {
    screen,
    sentence: screen.querySelector('p')?.textContent ?? '',
    digest: /^Digest: (\w{8})$/.exec(screen.querySelectorAll('p')[1]?.textContent ?? '')?.[1] ?? '',
    buttons: [...screen.querySelectorAll('button')],
  }
}
