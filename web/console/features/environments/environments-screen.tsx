// The environments that have sent something.
import { useQuery } from '@tanstack/react-query'
import type { EnvironmentsAnswer } from '../../../../contract/environments.ts'
import { Screen } from '../../app/screen.tsx'
import { answerQuery } from '../../http/query.ts'
import { Age } from '../../ui/age.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'

const query = answerQuery<EnvironmentsAnswer>(['environments'], '/api/environments')

export function EnvironmentsScreen() {
  const { data } = useQuery(query)
  return (
    <Screen>
      <h1>Environments</h1>
      <ul>
        {data?.environments.map(({ environment, lastSeen }) => (
          <li key={environment}>
            <UntrustedText text={environment} /> <Age at={lastSeen} />
          </li>
        ))}
      </ul>
    </Screen>
  )
}
