// The field of the palette. It takes what is typed while the code of the list below it is loaded.
import type { ComponentProps } from 'react'
import { Icon } from '../ui/icon.tsx'

type Props = ComponentProps<'input'> & { text: string; setText: (text: string) => void }

/** Other properties are the input's. */
export function PaletteField({ text, setText, ...props }: Props) {
  return (
    <label>
      <Icon name="search" />
      <span className="visually-hidden">Go to</span>
      <input
        ref={focusOnMount}
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder="Search issues, actions and screens, or paste a digest, trace ID or stack"
        autoComplete="off"
        spellCheck={false}
        {...props}
      />
      <kbd>esc</kbd>
    </label>
  )
}

/** The dialog opens before its content is loaded, and takes the focus itself. */
function focusOnMount(field: HTMLInputElement | null): void {
  field?.focus()
}
