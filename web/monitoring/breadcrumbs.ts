// What happened before an error: clicks as selectors, navigation, requests. Never a text that was shown, never a value that was typed.

import { guard } from './guard.ts'

/** Enough to see the way to an error; more is a recording. */
const crumbLimit = 30
const textLimit = 200

export type Breadcrumbs = { add(kind: string, text: string): void; toJson(): string; close(): void }

export function createBreadcrumbs(): Breadcrumbs {
  const crumbs: { at: string; kind: string; text: string }[] = []
  let path = location.pathname

  function add(kind: string, text: string): void {
    crumbs.push({ at: new Date().toISOString(), kind, text: text.slice(0, textLimit) })
    if (crumbs.length > crumbLimit) crumbs.shift()
  }

  function clicked(event: Event): void {
    guard(() => add('click', selectorOf(event.target as Element)))
  }

  function navigated(): void {
    if (path !== location.pathname) add('navigation', `${path} → ${(path = location.pathname)}`)
  }

  // Without the Navigation API there is only popstate: history's own functions are the application's and stay unwrapped.
  const navigation = (globalThis as { navigation?: EventTarget }).navigation
  addEventListener('click', clicked, true)
  addEventListener('popstate', navigated)
  navigation?.addEventListener('currententrychange', navigated)

  return {
    add,
    toJson: () => (crumbs.length ? JSON.stringify(crumbs) : ''),
    close() {
      removeEventListener('click', clicked, true)
      removeEventListener('popstate', navigated)
      navigation?.removeEventListener('currententrychange', navigated)
    },
  }
}

/** The pressed control rather than the icon in it: `button#buy.primary`. */
function selectorOf(target: Element): string {
  const control = target.closest('button,a,input,select,label,[role]') ?? target
  return control.localName + (control.id && `#${control.id}`) + [...control.classList].map((name) => `.${name}`).join('')
}
