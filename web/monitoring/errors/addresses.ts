// URLs in errors, without what may be secret.

/** Not a regular expression for the URL: it would take quadratic time for a long message. */
const token = /[^\s"\\]+/g
const position = /(?::\d+){1,2}\)?$/

/**
 * Without the queries and fragments of the files: browsers name the page with its query as the file of inline
 * scripts. URLs without a position belong to the message and stay.
 */
export function withoutQueries(stack: string): string {
  return stack.replace(token, (url, offset: number) => {
    const start = url.search(/[?#]/)
    if (start < 0 || !url.slice(0, start).includes('://')) return url
    // Gecko writes ` line 3 > eval:1:2` between them.
    const isEval = stack.startsWith(' line ', offset + url.length)
    const end = position.exec(url)?.index ?? (isEval ? url.length : -1)
    return end < 0 ? url : url.slice(0, start) + url.slice(end)
  })
}

export function withoutQuery(url: string): string {
  return url.replace(/[?#].*/, '')
}

/** Path of a URL, with its origin if that is not the page's. */
export function pathOf(url: string | URL): string {
  const { origin, pathname } = new URL(url, globalThis.location?.href)
  return (origin === globalThis.location?.origin ? '' : origin) + pathname
}

/** The first URL in a stack, without the position behind it: the file of the first frame that has one. */
export function firstUrl(stack: string): string {
  return /[\w-]+:\/\/\S+?(?=(?::\d+){0,2}\)?(?:\s|$))/.exec(stack)?.[0] ?? ''
}
