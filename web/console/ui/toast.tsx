// A short message at the bottom: what was changed, with a button that undoes it, or what failed.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { Icon } from './icon.tsx'

/** Long enough to read the message and to reach its button. */
const VISIBLE_MS = 8_000

type Toast = { text: string; failed?: boolean; action?: { label: string; keys?: string; run: () => void } }
export type ShowToast = (toast: Toast) => void
/** `runAction` does what the button of the current toast does. */
type Toasts = { showToast: ShowToast; runAction: () => void }

const ToastContext = createContext<Toasts>({ showToast: () => undefined, runAction: () => undefined })

export function useToast(): Toasts {
  return useContext(ToastContext)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast | null>(null)
  const toasts = useMemo(() => {
    const runAction = () => {
      setToast(null)
      toast?.action?.run()
    }
    return { showToast: setToast, runAction }
  }, [toast])
  useEffect(() => {
    if (!toast) return undefined
    const timer = setTimeout(() => setToast(null), VISIBLE_MS)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <ToastContext value={toasts}>
      {children}
      <div className="toasts" role="status">
        {toast && !toast.failed && <ToastLine toast={toast} run={toasts.runAction} />}
      </div>
      {toast?.failed && (
        <div className="toasts" role="alert">
          <ToastLine toast={toast} run={toasts.runAction} />
        </div>
      )}
    </ToastContext>
  )
}

function ToastLine({ toast: { text, failed, action }, run }: { toast: Toast; run: () => void }) {
  return (
    <p className={failed ? 'toast failed' : 'toast'}>
      {failed && <Icon name="alert" />}
      <span>{text}</span>
      {action && (
        <button type="button" onClick={run}>
          {action.label} {action.keys && <kbd>{action.keys}</kbd>}
        </button>
      )}
    </p>
  )
}
