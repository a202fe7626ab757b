// The dialog that lists all shortcuts, and disables them. Its code comes when it is opened.
import { useEffect, useRef, useState } from 'react'
import { KeyCaps } from '../ui/key-caps.tsx'
import { groupOf, type ShortcutGroup } from './shortcut-groups.ts'
import css from './shortcuts-dialog.module.css'
import { areShortcutsEnabled, type Shortcut, SHORTCUTS_PREFERENCE } from './shortcuts.ts'

const GROUPS: ShortcutGroup[] = ['Act', 'Move', 'Go']
/** The quick open listens to it. */
const PALETTE: Shortcut = { keys: 'Ctrl K', label: 'find anything', run: () => undefined }

export function ShortcutsDialog({ shortcuts, onClose }: { shortcuts: Shortcut[]; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [enabled, setEnabled] = useState(areShortcutsEnabled)
  useEffect(() => dialog.current?.showModal(), [])
  const all = [...shortcuts, PALETTE]
  const toggle = () => {
    enableShortcuts(!enabled)
    setEnabled(!enabled)
  }
  return (
    <dialog ref={dialog} className="shortcuts" aria-labelledby="shortcuts-title" onClose={onClose}>
      <h2 id="shortcuts-title">Keyboard shortcuts</h2>
      <div className={css.groups}>
        {GROUPS.map((group) => (
          <Group key={group} name={group} shortcuts={all.filter((each) => groupOf(each) === group)} />
        ))}
      </div>
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

function Group({ name, shortcuts }: { name: ShortcutGroup; shortcuts: Shortcut[] }) {
  if (shortcuts.length === 0) return null
  return (
    <section aria-labelledby={`shortcuts-${name}`}>
      <h3 id={`shortcuts-${name}`}>{name}</h3>
      <ul>
        {shortcuts.map(({ keys, label }) => (
          <li key={keys}>
            <span>{label}</span>
            <KeyCaps keys={keys} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function enableShortcuts(enabled: boolean): void {
  if (enabled) localStorage.removeItem(SHORTCUTS_PREFERENCE)
  else localStorage.setItem(SHORTCUTS_PREFERENCE, 'off')
}
