// How scripts and other programs ask: the API, its description and a token.
import { CodeFigure } from './setup-tabs.tsx'

export function ApiStep() {
  const code = `curl -H "Authorization: Bearer $TOKEN" ${location.origin}/api/issues?range=24h`
  return (
    <>
      <h2>
        <span>Ask from a script</span>
        <small className="faint">what this console shows, as JSON</small>
      </h2>
      <p>
        <a href="/api/openapi.json">openapi.json</a> describes all paths of <code>/api</code> (OpenAPI 3.1).
        With a password, start the relay with a secret in <code>API_TOKENS</code> and send it as a bearer
        token.
      </p>
      <CodeFigure file="Terminal" code={code} />
    </>
  )
}
