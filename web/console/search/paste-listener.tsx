// Opens what is pasted anywhere, and looks for other text in the palette. Its code comes after the screen.
import { parseInput } from './parse-input.ts'
import { useOpenInList } from './use-open-query.ts'
import { usePaste } from './use-paste.ts'

type Props = { search: (text: string) => void; close: () => void }

export function PasteListener({ search, close }: Props) {
  const openQuery = useOpenInList()
  usePaste(({ text, isInField }) => {
    const query = parseInput(text)
    if (isInField && query.target !== 'stack') return false
    close()
    if (query.target === 'list') search(text.trim())
    else openQuery(query)
    return true
  })
  return null
}
