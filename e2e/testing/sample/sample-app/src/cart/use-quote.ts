import { fetchQuote, type Line } from './quote.ts'

const quotes = new Map<string, Promise<Line[]>>()

export function useQuote(books: string[]): Promise<Line[]> {
  const key = books.join(' ')
  const quote = quotes.get(key) ?? fetchQuote(books)
  quotes.set(key, quote)
  return quote
}
