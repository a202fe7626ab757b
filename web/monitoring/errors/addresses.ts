// URLs in errors, without what may be secret.

/** A URL with a query or fragment, followed by the position of a frame; Gecko has its own form for `eval`. */
const frameUrl = /(\w:\/\/[^\s?#]*)([?#]\S*?)((?::\d+){1,2}\)?(?=\s|$)|(?= line \d+ > ))/gm

/** Browsers name the page with its query as the file of inline scripts. Keeps the names of the parameters. */
export function withoutQueryValues(stack: string): string {
  return stack.replace(
    frameUrl,
    (_: string, start: string, query: string, position: string) => start + namesOf(query) + position,
  )
}

/** The same for a URL alone. */
export function urlWithoutValues(url: string): string {
  return url.replace(/[?#].*/, namesOf)
}

function namesOf(query: string): string {
  return query.replace(/#.*/, '').replace(/=[^&]*/g, '=')
}

/** Path of a URL, with its origin if that is not the page's. */
export function pathOf(url: string): string {
  const { origin, pathname } = new URL(url, globalThis.location?.href)
  return (origin === globalThis.location?.origin ? '' : origin) + pathname
}

/** The first URL in a stack, without the position behind it: the file of the first frame that has one. */
export function firstUrl(stack: string): string {
  return /[\w-]+:\/\/\S+?(?=(?::\d+){0,2}\)?(?:\s|$))/.exec(stack)?.[0] ?? ''
}
