export type Line = { book: string; quantity: number; price: { amount: number } }

class QuoteError extends Error {
  override name = 'QuoteError'
}

export async function fetchQuote(books: string[]): Promise<Line[]> {
  const response = await fetch('/api/quote', { method: 'POST', body: JSON.stringify(books) })
  if (!response.ok) {
    throw new QuoteError(`the quote service answered ${response.status}`)
  }
  return (await response.json()) as Line[]
}
