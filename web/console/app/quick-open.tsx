// Ctrl K: actions of the screen with their keys, every screen, recent pages; opens IDs, addresses and stacks.
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { PaletteField } from './palette-field.tsx'
import { OPEN_DIALOG } from './shortcuts.ts'
import { Icon } from '../ui/icon.tsx'
import { laterPart } from '../ui/optional-part.tsx'

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })))
/** Without its code pasting opens nothing, and the rest of the console works. */
const PasteListener = laterPart(() =>
  import('../search/paste-listener.tsx').then((module) => module.PasteListener),
)
/** Of the button that opens it. */
export const QUICK_OPEN_ID = 'quick-open'

export function QuickOpen() {
  const popover = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  /** Pressed before the list was loaded. */
  const [isEntered, setEntered] = useState(false)
  const show = useCallback((initialText = '') => {
    setText(initialText)
    setOpen(true)
    if (!popover.current?.matches(':popover-open')) popover.current?.showPopover()
  }, [])
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      if (!document.querySelector(OPEN_DIALOG)) show()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [show])
  const close = () => popover.current?.hidePopover()
  return (
    <>
      <button
        id={QUICK_OPEN_ID}
        className="quiet"
        type="button"
        title="Actions, screens, and anything that you paste (Ctrl K)"
        onClick={() => show()}
      >
        <Icon name="search" />
        <span className="visually-hidden">Quick open</span>
        <kbd className="wide-only">Ctrl K</kbd>
      </button>
      {/* No modal dialog: the browser would style the inert page anew, which takes longer than this. */}
      <div
        ref={popover}
        popover="auto"
        className="quick-open"
        role="dialog"
        aria-modal="true"
        aria-label="Quick open"
        onMouseDown={(event) => {
          if (event.target !== event.currentTarget) return
          // The focus goes back, and not to what was clicked.
          event.preventDefault()
          close()
        }}
        onToggle={({ newState }) => {
          setEntered(false)
          setOpen(newState === 'open')
        }}
      >
        {isOpen && (
          <Suspense
            fallback={
              <PaletteField
                text={text}
                setText={setText}
                onKeyDown={({ key }) => key === 'Enter' && setEntered(true)}
              />
            }
          >
            <Palette text={text} setText={setText} isEntered={isEntered} close={close} />
          </Suspense>
        )}
      </div>
      <PasteListener search={show} close={close} />
    </>
  )
}
