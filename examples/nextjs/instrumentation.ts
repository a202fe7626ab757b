// Errata on the server. With OpenTelemetry errors are recorded on Next's spans; without it
// (OTEL_SDK_DISABLED=true) `onRequestError` sends them.
import { registerOTel } from '@vercel/otel'

export { onRequestError } from '@errata/monitoring/next'

export function register() {
  if (process.env['OTEL_SDK_DISABLED'] === 'true') return
  registerOTel({ instrumentationConfig: { fetch: { ignoreUrls: [/\/monitoring/] } } })
}
