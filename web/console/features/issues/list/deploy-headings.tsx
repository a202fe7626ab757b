// The headings above issues that changed with the latest release of their service, one for each deploy.
import type { Deploy, Issue } from '../../../../../contract/issues.ts'
import { formatCount, pluralize } from '../../../format/format-number.ts'
import { Age } from '../../../ui/age.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ServiceName } from '../../../ui/service-name.tsx'
import { plainText, UntrustedText } from '../../../ui/untrusted-text.tsx'
import type { Heading } from './issue-rows.tsx'
import css from './issues.module.css'

/** `issues`: in the order of the list. `total`: also those that are not loaded. */
export function deployHeadings(issues: Issue[], deploys: Deploy[], total: number): Heading[] {
  const byService = new Map(deploys.map((deploy) => [deploy.service, deploy]))
  const headings: Heading[] = []
  let current: Deploy | null | undefined
  for (const [at, { changed, service }] of issues.entries()) {
    // An answer that is older than the rows may not have the deploy.
    const deploy = changed ? (byService.get(service) ?? byService.get('') ?? null) : null
    if (deploy === current) continue
    current = deploy
    headings.push({
      at,
      content: deploy ? <DeployHeading deploy={deploy} /> : <Others {...{ deploys, total }} />,
    })
  }
  // A list in which nothing changed needs no heading.
  return deploys.length === 0 ? [] : headings
}

function DeployHeading({ deploy: { service, release, at, count } }: { deploy: Deploy }) {
  return (
    <>
      <Icon name="tag" small />
      <b className={`clip ${css.deploy}`} title={plainText(release)}>
        {release ? <UntrustedText text={release} /> : 'New, without a release'}
      </b>
      {release && ' '}
      {release && <ServiceName name={service} />}
      {at && (
        <>
          , <Age at={at} /> ago
        </>
      )}{' '}
      · {pluralize(count, 'issue')}
    </>
  )
}

function Others({ deploys, total }: { deploys: Deploy[]; total: number }) {
  const changed = deploys.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <b>Older</b> · {formatCount(Math.max(0, total - changed))} {total - changed === 1 ? 'issue' : 'issues'}
    </>
  )
}
