// The ways to break this shop. Each says what happens here and what the console will show.

import { useEffect, useRef, useState, type ReactNode } from 'react'
import { captureException, digestOf } from '../monitoring/index.ts'
import { ErrorBoundary } from '../monitoring/react.tsx'
import { ways, type Shop } from './ways.ts'

type Outcome = { digest?: string; text?: string; torn?: true }

export function Breakages({ onMangle }: { onMangle: () => void }): ReactNode {
  const [outcomes, setOutcomes] = useState<Record<string, Outcome>>({})
  const pressed = useRef('')

  // What the window hears of belongs to the button pressed last.
  useEffect(() => {
    const heard = (event: ErrorEvent | PromiseRejectionEvent) => {
      const name = pressed.current
      const digest = digestOf('reason' in event ? event.reason : event.error)
      if (name) setOutcomes((before) => ({ ...before, [name]: { digest } }))
    }
    addEventListener('error', heard)
    addEventListener('unhandledrejection', heard)
    return () => {
      removeEventListener('error', heard)
      removeEventListener('unhandledrejection', heard)
    }
  }, [])

  function press(name: string, act: (shop: Shop) => void): void {
    const note = (outcome: Outcome) => setOutcomes((before) => ({ ...before, [name]: outcome }))
    pressed.current = name
    note({ text: 'waiting …' })
    act({
      mangle: onMangle,
      tear: () => note({ torn: true }),
      say: (text) => note({ text }),
      handle: (error) => note({ text: 'Sorry, that did not work.', digest: captureException(error) }),
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
          {ways.map((way) => (
            <tr key={way.name}>
              <td>
                {'href' in way ? (
                  <a className="button" href={way.href}>
                    {way.name}
                  </a>
                ) : (
                  <button type="button" onClick={() => press(way.name, way.act)}>
                    {way.name}
                  </button>
                )}
              </td>
              <td>{way.here}</td>
              <td aria-live="polite">
                <Result outcome={outcomes[way.name]} expected={way.there} />
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

function Result({ outcome, expected }: { outcome: Outcome | undefined; expected: string }): ReactNode {
  if (!outcome) return expected
  if (outcome.torn) {
    return (
      <ErrorBoundary fallback={Reported}>
        <Torn />
      </ErrorBoundary>
    )
  }
  return (
    <>
      {outcome.text} {outcome.digest && <Reported digest={outcome.digest} />}
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

function Torn(): ReactNode {
  throw new Error('This page of the catalogue is torn')
}
