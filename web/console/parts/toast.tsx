// What was done, and how to take it back. Not for success one can see, only for what can be undone or went wrong.

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { Icon } from './icon.tsx'

/** Long enough to read and reach the button; the same act can be done by hand later. */
const SHOWN_MS = 8_000

export type Toast = { says: string; wrong?: boolean; act?: { name: string; press?: string; run: () => void } }

type Toasts = { toast: Toast | null; show: (toast: Toast | null) => void }
const ToastContext = createContext<Toasts>({ toast: null, show: () => undefined })

export function useToast(): Toasts {
  return useContext(ToastContext)
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, show] = useState<Toast | null>(null)
  const toasts = useMemo(() => ({ toast, show }), [toast])
  useEffect(() => {
    if (!toast) return undefined
    const timer = setTimeout(() => show(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <ToastContext value={toasts}>
      {children}
      <div className="toasts" role="status">
        {toast && !toast.wrong && <ToastLine toast={toast} close={() => show(null)} />}
      </div>
      {toast?.wrong && (
        <div className="toasts" role="alert">
          <ToastLine toast={toast} close={() => show(null)} />
        </div>
      )}
    </ToastContext>
  )
}

function ToastLine({ toast, close }: { toast: Toast; close: () => void }) {
  const run = () => {
    close()
    toast.act?.run()
  }
  return (
    <p className={toast.wrong ? 'toast wrong' : 'toast'}>
      {toast.wrong && <Icon name="alert" />}
      <span>{toast.says}</span>
      {toast.act && (
        <button type="button" onClick={run}>
          {toast.act.name} {toast.act.press && <kbd>{toast.act.press}</kbd>}
        </button>
      )}
    </p>
  )
}
