// The baseline of a release: the previous release, another one, or an earlier period.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ReleaseBase, ReleaseChangesAnswer } from '../../../../contract/releases.ts'
import { releaseListQuery } from './release-changes-query.ts'
import { UntrustedText, plainText } from '../../ui/untrusted-text.tsx'

const route = getRouteApi('/releases/$service/$release')

export const BASE_SELECT_ID = 'compared-with'
const TIMES = { '24h': 'the previous 24 hours', '7d': 'the same hours a week earlier' } as const
/** Prefix of menu values that are releases. */
const RELEASE = 'release '

export function BaseSelect({ service, answer }: { service: string; answer: ReleaseChangesAnswer }) {
  const { environment, previous, before } = route.useSearch()
  const { release } = route.useParams()
  const navigate = route.useNavigate()
  const rows = useQuery(releaseListQuery({ service, environment, range: '30d' })).data?.releases ?? []
  const names = new Set([...(previous ? [previous] : []), ...rows.map((row) => row.release)])
  const others = [...names].filter((name) => name !== release && name !== answer.previous?.release)
  const change = (value: string) => {
    const changed = {
      previous: value.startsWith(RELEASE) ? value.slice(RELEASE.length) : undefined,
      before: value === '24h' || value === '7d' ? value : undefined,
    } as const
    void navigate({ search: (current) => ({ ...current, ...changed }) })
  }
  return (
    <label className="row caption">
      Compared with{' '}
      <select
        id={BASE_SELECT_ID}
        value={previous ? RELEASE + previous : (before ?? '')}
        onChange={(event) => change(event.target.value)}
      >
        <option value="">
          {answer.previous
            ? `the previous release, ${plainText(answer.previous.release)}`
            : 'nothing (first release)'}
        </option>
        {Object.entries(TIMES).map(([time, text]) => (
          <option key={time} value={time}>
            {text}
          </option>
        ))}
        {others.length > 0 && (
          <optgroup label="Another release">
            {others.map((name) => (
              <option key={name} value={RELEASE + name}>
                {plainText(name)}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </label>
  )
}

/** `in 2026.11.2`, `in the previous 24 hours`; null without a baseline. */
export function describeBase({ release, time }: ReleaseBase): ReactNode {
  if (time !== null) return `in ${TIMES[time]}`
  if (release === null) return null
  return (
    <>
      in <UntrustedText text={release} />
    </>
  )
}
