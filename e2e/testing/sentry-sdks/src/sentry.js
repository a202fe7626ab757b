// What the programs with an SDK of Sentry share.

const KEY = '0123456789abcdef0123456789abcdef'

/** `project`: of the DSN. `options`: in which the programs differ. */
export function startSentry(Sentry, project, { relay, engine, onEvent = () => {} }, options = {}) {
  const { protocol, host } = new URL(relay)
  const { transport: makeTransport = Sentry.makeFetchTransport ?? Sentry.makeNodeTransport } = options
  const sent = []
  Sentry.init({
    dsn: `${protocol}//${KEY}@${host}/${project}`,
    release: 'shop@4.2.0',
    environment: engine,
    integrations: engine === 'node' ? [] : [Sentry.browserTracingIntegration()],
    tracesSampleRate: 1,
    beforeSend(event) {
      onEvent()
      return event
    },
    ...options,
    // Chromium limits the bytes of such requests whose answers are not read, and the SDK reads none.
    transportOptions: { fetchOptions: { keepalive: false }, ...options.transportOptions },
    transport(transportOptions) {
      const transport = makeTransport(transportOptions)
      const send = (envelope) => {
        const answer = transport.send(envelope)
        sent.push(answer)
        return answer
      }
      return { ...transport, send }
    },
  })
  Sentry.setUser({ id: 'u-17', email: 'ann@shop.example' })
  Sentry.setTag('shop.shelf', 'left')
  return {
    capture: (error) => Sentry.captureException(error),
    /** A page that is left may abort its requests: all have their answer. */
    async finish(patience) {
      Sentry.captureFeedback({ message: 'the cart is empty again', email: 'ann@shop.example' })
      await Sentry.flush(patience)
      await Promise.allSettled(sent)
    },
  }
}
