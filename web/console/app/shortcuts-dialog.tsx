// The dialog that lists all shortcuts, and disables them. Its code comes when it is opened.
import { useEffect, useRef, useState } from 'react'
import { KeyCaps } from '../ui/key-caps.tsx'
import { areShortcutsEnabled, enableShortcuts, type Shortcut } from './shortcuts.ts'

export function ShortcutsDialog({ shortcuts, onClose }: { shortcuts: Shortcut[]; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [enabled, setEnabled] = useState(areShortcutsEnabled)
  useEffect(() => dialog.current?.showModal(), [])
  const toggle = () => {
    enableShortcuts(!enabled)
    setEnabled(!enabled)
  }
  return (
    <dialog ref={dialog} className="shortcuts" aria-labelledby="shortcuts-title" onClose={onClose}>
      <h2 id="shortcuts-title">Keyboard shortcuts</h2>
      <ul>
        {shortcuts.map(({ keys, label }) => (
          <li key={keys}>
            <span>{label}</span>
            <KeyCaps keys={keys} />
          </li>
        ))}
        <li>
          <span>open a digest or a trace</span>
          <kbd>Ctrl K</kbd>
        </li>
      </ul>
      <footer>
        <label>
          <input type="checkbox" checked={enabled} onChange={toggle} />
          Single-key shortcuts
        </label>
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </footer>
    </dialog>
  )
}
