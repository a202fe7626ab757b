// Asks before something is done that cannot be undone. The focus is on the button that does nothing.
import { type ReactNode, useEffect, useId, useRef } from 'react'

type Props = {
  title: string
  action: string
  /** Until somebody can know what they confirm. */
  isDisabled?: boolean
  run: () => void
  onClose: () => void
  children: ReactNode
}

export function ConfirmDialog({ title, action, isDisabled = false, run, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  const confirm = () => {
    dialog.current?.close()
    run()
  }
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      <p>{children}</p>
      <footer>
        <button type="button" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        <button type="button" className="primary" disabled={isDisabled} onClick={confirm}>
          {action}
        </button>
      </footer>
    </dialog>
  )
}
