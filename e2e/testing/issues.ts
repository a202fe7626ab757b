// Issues of the tests: exceptions that open them, their state, and the console's rows.
import type { Page } from 'playwright'
import { getJson, patchJson, send } from './http.ts'
import { eventOf } from './occurrences.ts'
import { attributes, logsOf, nanoseconds, newDigest } from './telemetry.ts'

type ErrorOptions = {
  service?: string
  release?: string
  message?: string
  attributes?: Record<string, string>
}

/** Sends an exception of each type, in one request. Resolves to the ids of their issues, once stored. */
export async function sendErrors(
  url: string,
  types: string[],
  options: ErrorOptions = {},
): Promise<string[]> {
  const { service = 'shop', release = '2026.11.3', message = 'm' } = options
  const digests = types.map(() => newDigest())
  const logRecords = types.map((type, index) => ({
    eventName: 'exception',
    timeUnixNano: nanoseconds(Date.now()),
    severityNumber: 17,
    attributes: attributes({
      'exception.type': type,
      'exception.message': message,
      'errata.digest': digests[index] ?? '',
      ...options.attributes,
    }),
  }))
  await send(url, logsOf({ 'service.name': service, 'service.version': release }, logRecords))
  return Promise.all(digests.map(async (digest) => (await eventOf({ url }, digest)).issueId))
}

export async function sendError(url: string, type: string, options: ErrorOptions = {}): Promise<string> {
  const [id = ''] = await sendErrors(url, [type], options)
  return id
}

export function patchIssue(url: string, id: string, change: object): Promise<void> {
  return patchJson(`${url}/api/issues/${id}`, change)
}

export async function statusOf(url: string, id: string): Promise<string> {
  return (await getJson<{ issue: { status: string } }>(`${url}/api/issues/${id}`)).issue.status
}

export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

export const row = (page: Page, text: string | RegExp) => page.getByRole('row', { name: text })

/** The text of the row, or of the control, that has the focus; `body` where nothing has it. */
export function focusedText(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return 'body'
    const { textContent } = element.closest('tr') ?? element
    return textContent || element.getAttribute('aria-label') || element.tagName
  })()`)
}
