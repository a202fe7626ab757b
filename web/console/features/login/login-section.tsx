// How people log in: what the variables of the relay set, without secrets, and a test of the provider.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LoginSettings } from '../../../../contract/login.ts'
import { pluralize } from '../../format/format-number.ts'
import { answerQuery } from '../../http/query.ts'
import { QueryState } from '../../http/query-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ProviderSetting } from './provider-setting.tsx'
import { RightsSetting } from './rights-setting.tsx'
import { Fact, Lock, Setting, State } from './setting.tsx'
import css from './login-section.module.css'

const settingsQuery = () => answerQuery<LoginSettings>(['people', 'login'], '/login/settings')

export function LoginSection() {
  const query = useQuery(settingsQuery())
  const settings = query.data
  return (
    <>
      <header className={css.head}>
        <h1>Log-in</h1>
        {settings && <p className="caption">{pluralize(methodCount(settings), 'method')} on</p>}
      </header>
      <QueryState query={query} label="settings of the login" />
      {settings && <Methods settings={settings} />}
    </>
  )
}

function methodCount({ openId, hasPassword, trustedHeader, signedHeader }: LoginSettings): number {
  return [openId, hasPassword || null, trustedHeader, signedHeader].filter((each) => each !== null).length
}

function Methods({ settings }: { settings: LoginSettings }) {
  const { isOpen, openId, trustedHeader, signedHeader, rights } = settings
  const hasRights = openId !== null || trustedHeader !== null || signedHeader !== null
  return (
    <>
      {isOpen && (
        <p className="notice" data-severity="warn">
          <Icon name="alert" small />
          <span>
            This console is open: whoever reaches it is an admin. Set <code>PASSWORD</code> or{' '}
            <code>OIDC_ISSUER</code>.
          </span>
        </p>
      )}
      <ProviderSetting openId={openId} />
      {hasRights && <RightsSetting rights={rights} />}
      <Password settings={settings} />
      <Proxy settings={settings} />
      <p className={`caption ${css.legend}`}>
        <Lock /> A variable sets it: change it there, and start the relay again.
      </p>
    </>
  )
}

function Password({ settings: { hasPassword, canInvite } }: { settings: LoginSettings }) {
  return (
    <Setting title="Passwords" text="Of the installation, and of people who accepted an invite">
      {hasPassword ? (
        <dl>
          <Fact name="Installation" variable="PASSWORD">
            set, never shown
          </Fact>
        </dl>
      ) : (
        <State>
          Set <code>PASSWORD</code>: whoever knows it is an admin.
        </State>
      )}
      <p className={css.note}>
        {canInvite
          ? 'Invited people log in with their name and their own password, of 12 characters or more. '
          : ''}
        After some wrong attempts an address has to wait: it has 10 a minute.
      </p>
    </Setting>
  )
}

function Proxy({ settings: { trustedHeader, signedHeader } }: { settings: LoginSettings }) {
  return (
    <Setting title="A proxy’s header" text="The proxy in front has logged the person in already">
      {trustedHeader === null && signedHeader === null && (
        <State>
          Set <code>AUTH_JWT_HEADER</code> for a signed header, or <code>AUTH_HEADER</code> and{' '}
          <code>TRUSTED_PROXIES</code>.
        </State>
      )}
      <dl>
        {trustedHeader && (
          <>
            <Header name="Header" variable="AUTH_HEADER" value={trustedHeader.header} />
            <Header
              name="Groups"
              variable="AUTH_GROUPS_HEADER"
              value={trustedHeader.groupsHeader ?? 'none'}
            />
            <Header name="Only from" variable="TRUSTED_PROXIES" value={trustedHeader.proxies.join(', ')} />
          </>
        )}
        {signedHeader && (
          <>
            <Header name="Signed header" variable="AUTH_JWT_HEADER" value={signedHeader.header} />
            <Header name="Keys" variable="AUTH_JWKS_URL" value={signedHeader.keysUrl} />
            <Header name="Audience" variable="AUTH_JWT_AUDIENCE" value={signedHeader.audience} />
          </>
        )}
      </dl>
      {trustedHeader && (
        <p className={css.note}>
          Requests that reach the relay beside the proxy must not come from these addresses: they could send
          the header.
        </p>
      )}
    </Setting>
  )
}

function Header({ name, variable, value }: { name: string; variable: string; value: ReactNode }) {
  return (
    <Fact name={name} variable={variable}>
      <code>{value}</code>
    </Fact>
  )
}
