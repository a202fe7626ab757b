import { removeChild } from './portal.tsx'

export function Popover(anchor: HTMLElement, content: HTMLElement): () => void {
  anchor.append(content)
  return () => {
    removeChild(anchor, content)
  }
}
