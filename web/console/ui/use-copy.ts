// Copies a text to the clipboard and confirms it in a toast.
import { copyText } from './copy-button.tsx'
import { useToast } from './toast.tsx'

/** `name`: of what is copied, as the toast has it. A text that cannot be loaded is not copied. */
export function useCopy(): (text: Promise<string>, name: string) => void {
  const { showToast } = useToast()
  const copy = async (text: Promise<string>, name: string) => {
    const copied = await text.then(copyText, () => false)
    showToast(copied ? { text: `${name} copied` } : { text: `${name} could not be copied`, failed: true })
  }
  return (text, name) => void copy(text, name)
}
