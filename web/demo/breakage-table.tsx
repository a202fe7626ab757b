// The table of errors: a button for each, and the digest of the error after it was clicked.

import { useEffect, useRef, useState, type ReactNode } from 'react'
import { captureException, digestOf } from '../monitoring/index.ts'
import { ErrorBoundary } from '../monitoring/frameworks/react.tsx'
import { breakages, type ShopActions } from './breakages.ts'

type ClickResult = { digest?: string; text?: string; brokenPart?: true }

export function BreakageTable({ onBrokenProduct }: { onBrokenProduct: () => void }): ReactNode {
  const [results, setResults] = useState<Record<string, ClickResult>>({})
  const clicked = useRef('')

  // An error that reaches the window belongs to the button that was clicked last.
  useEffect(() => {
    const listener = (event: ErrorEvent | PromiseRejectionEvent) => {
      const name = clicked.current
      const digest = digestOf('reason' in event ? event.reason : event.error)
      if (name) setResults((results) => ({ ...results, [name]: { digest } }))
    }
    addEventListener('error', listener)
    addEventListener('unhandledrejection', listener)
    return () => {
      removeEventListener('error', listener)
      removeEventListener('unhandledrejection', listener)
    }
  }, [])

  function click(name: string, act: (shop: ShopActions) => void): void {
    const show = (result: ClickResult) => setResults((results) => ({ ...results, [name]: result }))
    clicked.current = name
    show({ text: 'waiting …' })
    act({
      addBrokenProduct: onBrokenProduct,
      breakPart: () => show({ brokenPart: true }),
      showText: (text) => show({ text }),
      handleError: (error) => show({ text: 'Sorry, that did not work.', digest: captureException(error) }),
    })
  }

  return (
    <section className="break">
      <h1>Break something</h1>
      <p>
        This shop sends its errors to the console on this machine and nowhere else. Press a button, then look:
        what you see here is what your users see, and what you see there is what you would have missed.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Press</th>
            <th scope="col">What happens here</th>
            <th scope="col">What appears in the console</th>
          </tr>
        </thead>
        <tbody>
          {breakages.map((breakage) => (
            <tr key={breakage.name}>
              <td>
                {'href' in breakage ? (
                  <a className="button" href={breakage.href}>
                    {breakage.name}
                  </a>
                ) : (
                  <button type="button" onClick={() => click(breakage.name, breakage.act)}>
                    {breakage.name}
                  </button>
                )}
              </td>
              <td>{breakage.inShop}</td>
              <td aria-live="polite">
                <Result result={results[breakage.name]} expected={breakage.inConsole} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="ends">
        <a className="button primary" href="/">
          Open the console
        </a>
      </p>
    </section>
  )
}

function Result({ result, expected }: { result: ClickResult | undefined; expected: string }): ReactNode {
  if (!result) return expected
  if (result.brokenPart) {
    return (
      <ErrorBoundary fallback={Reported}>
        <BrokenPart />
      </ErrorBoundary>
    )
  }
  return (
    <>
      {result.text} {result.digest && <Reported digest={result.digest} />}
    </>
  )
}

function Reported({ digest }: { digest: string }): ReactNode {
  return (
    <span className="reported">
      reported as <code>{digest}</code> <a href={`/d/${digest}`}>see it in the console</a>
    </span>
  )
}

function BrokenPart(): ReactNode {
  throw new Error('This page of the catalogue is torn')
}
