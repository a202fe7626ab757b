// What the relay replaces before anything is stored: its rules, the names of people, and a field to try.
import { useQuery } from '@tanstack/react-query'
import type { ScrubbingAnswer } from '../../../../../contract/settings.ts'
import { QueryState } from '../../../http/query-state.tsx'
import { Fold } from '../../../ui/fold.tsx'
import { scrubbingQuery } from '../settings-query.ts'
import { RULES } from './rule-texts.ts'
import { AddedNames } from './added-names.tsx'
import { TryText } from './try-text.tsx'
import section from '../section.module.css'
import css from './privacy.module.css'

export function ScrubRules() {
  const query = useQuery(scrubbingQuery())
  return (
    <section aria-labelledby="scrubbing" className={section.part}>
      <h2 id="scrubbing">
        Replaced before anything is stored <small>what is stored already stays as it is</small>
      </h2>
      <QueryState query={query} label="rules" thin />
      {query.data && (
        <div className={section.split}>
          <div>
            <Rules {...query.data} />
            <AddedNames {...query.data} />
          </div>
          <TryText />
        </div>
      )}
    </section>
  )
}

/** Of which people recognise the rule. */
const FIRST_NAMES = ['password', 'secret', 'token', 'api-key', 'authorization', 'cookie', 'csrf', 'cvc']

function Rules({ rules, names, wordsInQuotes, providers }: ScrubbingAnswer) {
  const first = FIRST_NAMES.filter((name) => names.includes(name))
  const others = names.filter((name) => !first.includes(name))
  return (
    <dl className={css.rules}>
      <dt>By name</dt>
      <dd>
        <NameList names={first} />
        <Fold title={`${others.length} more, in 30 languages`}>
          <NameList names={others} />
        </Fold>
      </dd>
      <dt>Only as a key</dt>
      <dd>
        <NameList names={wordsInQuotes} />
      </dd>
      <dt>By form</dt>
      <dd>
        <ul>
          {rules
            .filter((rule) => rule !== 'names')
            .map((rule) => (
              <li key={rule}>{RULES[rule]}</li>
            ))}
        </ul>
        <Fold title={`Keys of ${providers.length} providers`}>{providers.join(', ')}</Fold>
      </dd>
      <dt>Never sent</dt>
      <dd>values of inputs, texts of the page, bodies, headers, cookies, values of a query</dd>
      <dt>Not recognised</dt>
      <dd>names and e-mail addresses of people, IBANs</dd>
    </dl>
  )
}

/** Between two words, `-` is any separator or none. */
function NameList({ names }: { names: string[] }) {
  return (
    <span className={css.names}>
      {names.map((name) => (
        <code key={name}>{name}</code>
      ))}
    </span>
  )
}
