// Greets every service.
import { useQuery } from '@tanstack/react-query'
import { Screen } from '../../app/screen.tsx'
import { answerQuery } from '../../http/query.ts'
import { ServiceName } from '../../ui/service-name.tsx'
import { QueryState } from '../../http/query-state.tsx'

export function HelloScreen() {
  const query = useQuery(answerQuery<{ names: string[] }>(['hello'], '/api/hello'))
  return (
    <Screen>
      <h1>Hello</h1>
      <QueryState query={query} label="the services" />
      <ul>
        {query.data?.names.map((name) => (
          <li key={name}>
            <ServiceName name={name} />
          </li>
        ))}
      </ul>
    </Screen>
  )
}
