// Which addresses, domains and groups get in, and with which rights.
import type { LoginRights } from '../../../../contract/login.ts'
import { UntrustedCode } from '../../ui/untrusted-text.tsx'
import css from './login-section.module.css'
import { Fact, Setting } from './setting.tsx'

export function RightsSetting({ rights: { allowed, grants, groupsClaim } }: { rights: LoginRights }) {
  return (
    <Setting title="Who gets in" text="Addresses, domains and groups that a provider or a proxy names">
      <dl>
        <Fact name="Allowed" variable="OIDC_ALLOWED">
          {allowed.length === 0
            ? 'whoever has rights below'
            : allowed.map((who) => <Chip key={who} who={who} />)}
        </Fact>
        <Fact name="Groups claim" variable="OIDC_GROUPS_CLAIM">
          <UntrustedCode text={groupsClaim} />
        </Fact>
        <Fact name="Rights" variable="OIDC_GROUPS">
          {grants.length === 0 ? 'everybody who is allowed may view and change all services' : ''}
        </Fact>
      </dl>
      {grants.length > 0 && (
        <>
          <Grants grants={grants} />
          <p className={css.note}>
            All entries that match count together. Without one, only invited people get in.
          </p>
        </>
      )}
    </Setting>
  )
}

function Chip({ who }: { who: string }) {
  return (
    <span className={css.chip}>
      <UntrustedCode text={who === '*' ? 'everybody' : who} />
    </span>
  )
}

function Grants({ grants }: Pick<LoginRights, 'grants'>) {
  return (
    <table className={css.grants} aria-label="Rights by group">
      <thead>
        <tr>
          <th scope="col">Group, address or domain</th>
          <th scope="col">Role</th>
          <th scope="col">Services</th>
        </tr>
      </thead>
      <tbody>
        {grants.map(({ who, services, role }) => (
          <tr key={`${who}:${services}:${role}`}>
            <td>
              <UntrustedCode text={who === '*' ? 'everybody' : who} />
            </td>
            <td>{role}</td>
            <td>{services === '*' ? 'all services' : <UntrustedCode text={services} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
