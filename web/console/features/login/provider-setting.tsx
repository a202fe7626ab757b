// The identity provider in the settings of the login, with a test of it.
import { useState } from 'react'
import type { LoginTest, OpenIdSettings } from '../../../../contract/login.ts'
import { messageOf } from '../../http/error-text.ts'
import { request } from '../../http/http.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { UntrustedCode, UntrustedText } from '../../ui/untrusted-text.tsx'
import css from './login-section.module.css'
import { Fact, Setting, State } from './setting.tsx'

export function ProviderSetting({ openId }: { openId: OpenIdSettings | null }) {
  return (
    <Setting title="Identity provider" text="OpenID Connect: Keycloak, Authentik, Entra, Google; or GitHub">
      {openId === null ? (
        <State>
          Set <code>OIDC_ISSUER</code>, <code>OIDC_CLIENT_ID</code> and <code>OIDC_CLIENT_SECRET</code>.
        </State>
      ) : (
        <>
          <Test />
          <dl>
            <Fact name="Issuer" variable="OIDC_ISSUER">
              <UntrustedCode text={openId.issuer} />
            </Fact>
            <Fact name="Client" variable="OIDC_CLIENT_ID">
              <UntrustedCode text={openId.clientId} />
            </Fact>
            <Fact name="Secret" variable="OIDC_CLIENT_SECRET">
              set, never shown
            </Fact>
            <Fact name="Redirect URI" variable="PUBLIC_URL">
              <code>{openId.redirectUri}</code>
              <CopyButton text={openId.redirectUri} label="Copy the redirect URI" />
            </Fact>
            <Fact name="Scopes" variable="OIDC_SCOPES">
              <code>{openId.scopes.join(' ')}</code>
            </Fact>
          </dl>
        </>
      )}
    </Setting>
  )
}

/** One sentence about the answer of the provider. */
function Test() {
  const [result, setResult] = useState<LoginTest>()
  const [isRunning, setRunning] = useState(false)
  const run = async () => {
    setRunning(true)
    const answer = await request<LoginTest>('/login/test', { method: 'POST' }).catch((error: unknown) => ({
      ok: false,
      message: messageOf(error),
    }))
    setResult(answer)
    setRunning(false)
  }
  const severity = result && (result.ok ? 'ok' : 'error')
  return (
    <p className={css.state} data-severity={severity}>
      <span role="status">
        {result ? (
          <>
            <Icon name={result.ok ? 'resolved' : 'alert'} small />
            <UntrustedText text={result.message} />
          </>
        ) : (
          <b>On.</b>
        )}
      </span>
      <button type="button" className="small" disabled={isRunning} onClick={() => void run()}>
        {isRunning ? 'Testing …' : 'Test'}
      </button>
    </p>
  )
}
