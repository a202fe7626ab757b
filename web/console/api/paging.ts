// Cursor paging of every list of the API.

type Page = { nextCursor: string | null }

export const PAGE_SIZE = 25

/** The options of an infinite query. The first page has no cursor. */
export const cursorPaging: {
  initialPageParam: string | null
  getNextPageParam: (page: Page) => string | null
} = { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor }
