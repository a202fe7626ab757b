// The page of a test of a screen: what it shows, keys, and what axe finds.
import axe from 'axe-core'
import { expect } from 'vitest'
import { commands, type Locator, userEvent } from 'vitest/browser'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Names of keys as `userEvent` takes them: `j`, `{Home}`, `{Shift>}{ArrowDown}{/Shift}`. */
export async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await userEvent.keyboard(key)
}

/** Faster than any pause between keys, as a key that is held repeats itself. */
export async function holdKey(key: string, times: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    ;(document.activeElement ?? document.body).dispatchEvent(event)
    // React renders after each of them.
    await Promise.resolve()
  }
}

/** Of the row, or of the control, that has the focus; `body` where nothing has it. */
export function focusedText(): string {
  const element = document.activeElement
  if (element === null || element === document.body) return 'body'
  return (
    (element.closest('tr') ?? element).textContent || element.getAttribute('aria-label') || element.tagName
  )
}

/** Into what has the focus. */
export function paste(text: string): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  ;(document.activeElement ?? document.body).dispatchEvent(event)
}

/** Waits until an element is in the page, seen or not. */
export async function shown(locator: Locator): Promise<HTMLElement> {
  await expect.element(locator.first()).toBeInTheDocument()
  return locator.first().element() as HTMLElement
}

export async function gone(locator: Locator): Promise<void> {
  await expect.poll(() => locator.elements().length).toBe(0)
}

/** Waits for an element that a CSS selector finds. */
export async function select(selector: string): Promise<HTMLElement> {
  await expect.poll(() => document.querySelector(selector), { message: selector }).not.toBeNull()
  return document.querySelector<HTMLElement>(selector)!
}

export function all(selector: string, within: ParentNode = document): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(selector)]
}

export const boxOf = (locator: Locator) => locator.element().getBoundingClientRect()

/** Presses the mouse in the middle of an element, and releases it there or at `to`, a point of the page. */
export async function drag(element: Element, ...to: { x: number; y: number }[]): Promise<void> {
  const { x, y, width, height } = element.getBoundingClientRect()
  await commands.mouse([{ x: x + width / 2, y: y + height / 2 }, ...to])
}

/** No sideways scroll, and nothing that axe finds. */
export async function expectAccessible(): Promise<void> {
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  const { violations } = await axe.run(document, { runOnly: RULES, resultTypes: ['violations'] })
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([])
}
