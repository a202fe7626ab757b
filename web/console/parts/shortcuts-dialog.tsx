import { useEffect, useRef, useState } from 'react'
import { type Key, keysAreOn, turnKeys } from '../shortcuts.ts'
import { Presses } from './key-caps.tsx'

export function KeysDialog({ keys, close }: { keys: Key[]; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [on, setOn] = useState(keysAreOn)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="keys" aria-labelledby="keys-title" onClose={close}>
      <h2 id="keys-title">Keys</h2>
      <ul>
        {keys.map((key) => (
          <li key={key.press}>
            <span>{key.says}</span>
            <Presses press={key.press} />
          </li>
        ))}
        <li>
          <span>jump to a digest or a trace</span>
          <kbd>Ctrl K</kbd>
        </li>
      </ul>
      <footer>
        <label className="push-end">
          <input
            type="checkbox"
            checked={on}
            onChange={() => {
              turnKeys(!on)
              setOn(!on)
            }}
          />
          Single keys are on
        </label>
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </footer>
    </dialog>
  )
}
