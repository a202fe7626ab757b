// The account: how the reader is called and told, what they may do, and their sessions.
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { Me } from '../../../../contract/people.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { MyChannelSelect } from '../alerts/index.ts'
import { leave } from '../login/index.ts'
import { NameForm } from '../names/index.ts'
import { METHODS } from './methods.ts'
import { PasswordForm } from './password-form.tsx'
import { sessionsQuery } from './people-query.ts'
import { SectionHead } from './section-head.tsx'
import { Services, SeveralRights } from './services.tsx'
import { SessionList } from './session-list.tsx'
import css from './people.module.css'

const WITH_SESSION = new Set<Me['method']>(['password', 'oidc', 'invite'])

const UNNAMED: Partial<Record<Me['method'], string>> = {
  open: 'You are not logged in: this console has no login.',
  password: 'You are logged in with the password of the installation, as its owner.',
}

export function AccountSection({ me }: { me: Me }) {
  return (
    <>
      <SectionHead title="Account">
        {WITH_SESSION.has(me.method) && (
          <button type="button" onClick={() => void leave()}>
            Log out
          </button>
        )}
      </SectionHead>
      {UNNAMED[me.method] && <p className={`lead ${css.lead}`}>{UNNAMED[me.method]}</p>}
      <NameSetting me={me} />
      {me.method === 'invite' && <PasswordSetting me={me} />}
      <MessageSetting me={me} />
      <Setting title="Rights" note="An admin of all services changes them, or your groups do.">
        <RightsList me={me} />
      </Setting>
      <SessionList method={me.method} />
    </>
  )
}

function NameSetting({ me }: { me: Me }) {
  const isOfProvider = me.method === 'oidc' || me.method === 'header'
  return (
    <Setting title="Name" note="Your changes and notes have this name, and “me” stands for it.">
      {isOfProvider ? (
        <span>
          <UntrustedText text={me.name} /> <span className="faint">as your login provider has it</span>
        </span>
      ) : (
        <NameForm key={me.name} name={me.name} />
      )}
      {me.name !== '' && !isOfProvider && (
        <p className="caption">
          What you have done so far keeps the name that it has. Issues that are assigned to you get the new
          one.
        </p>
      )}
    </Setting>
  )
}

function PasswordSetting({ me }: { me: Me }) {
  const client = useQueryClient()
  return (
    <Setting title="Password" note="A new one ends your other sessions. Your tokens stay.">
      <PasswordForm
        name={me.name}
        onChanged={() => void client.invalidateQueries({ queryKey: sessionsQuery().queryKey })}
      />
    </Setting>
  )
}

function MessageSetting({ me }: { me: Me }) {
  const channelId = useId()
  return (
    <Setting
      title="Messages"
      note="At once, when an issue is assigned to you, or a note mentions you with @ and your name."
    >
      <span className={css.channel}>
        <span id={channelId} className="caption">
          Channel
        </span>
        <MyChannelSelect labelId={channelId} />
      </span>
      {me.name === '' && <p className="caption">Nobody can mention you before you have a name.</p>}
    </Setting>
  )
}

function RightsList({ me: { email, role, services, rights, method } }: { me: Me }) {
  return (
    <dl className={css.facts}>
      {email && (
        <>
          <dt>Email</dt>
          <dd>
            <UntrustedText text={email} />
          </dd>
        </>
      )}
      {rights.length > 1 ? (
        <>
          <dt>Roles</dt>
          <dd>
            <SeveralRights rights={rights} />
          </dd>
        </>
      ) : (
        <>
          <dt>Role</dt>
          <dd>{role}</dd>
          <dt>Services</dt>
          <dd>
            <Services services={services} />
          </dd>
        </>
      )}
      <dt>Known by</dt>
      <dd>{METHODS[method]}</dd>
    </dl>
  )
}

type SettingProps = { title: string; note: string; children: ReactNode }

function Setting({ title, note, children }: SettingProps) {
  return (
    <section className={css.setting}>
      <header>
        <h2>{title}</h2>
        <p className="caption">{note}</p>
      </header>
      <div>{children}</div>
    </section>
  )
}
