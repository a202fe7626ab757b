// From the digest on somebody's screen to the event. An unknown one waits, listens, and opens by itself.

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { event as eventQuestion, status } from '../api/issues.ts'
import { WAITING_POLL_MS } from '../live.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Failed, Loading } from '../parts/states.tsx'
import { Screen } from '../parts/screen.tsx'
import { readDigest } from '../search-query.ts'
import css from './guide.module.css'

const route = getRouteApi('/d/$digest')

export function LookupScreen() {
  return (
    <Screen title="Look up a digest" className={css.narrow}>
      <h1>Look up a digest</h1>
      <p className={css.lead}>
        Whoever sees the error screen can read you its digest. It opens what happened to them, not something
        like it.
      </p>
      <FindForm initial="" />
    </Screen>
  )
}

export function DigestScreen() {
  const given = route.useParams().digest
  const digest = readDigest(given) ?? given
  const found = useQuery({
    ...eventQuestion(digest),
    refetchInterval: ({ state }) => (state.data ? false : WAITING_POLL_MS),
  })
  if (found.data)
    return (
      <Navigate
        to="/issues/$id"
        params={{ id: found.data.issueId }}
        search={{ event: found.data.digest }}
        replace
      />
    )
  return (
    <Screen title={`Digest ${digest}`} className={css.narrow}>
      {found.isPending && (
        <>
          <h1 className="heard">Looking for {digest}</h1>
          <Loading of="the event" />
        </>
      )}
      {found.isError && (
        <>
          <h1>
            <code>{digest}</code>
          </h1>
          <Failed error={found.error} what="This page" again={() => void found.refetch()} />
          <ul className={css.reasons}>
            <LogHint digest={digest} />
          </ul>
        </>
      )}
      {found.data === null && !found.isError && <Unknown digest={digest} />}
    </Screen>
  )
}

function Unknown({ digest }: { digest: string }) {
  const stored = useQuery(status())
  return (
    <>
      <h1>
        No event carries <code>{digest}</code>
      </h1>
      <p className={css.lead} role="status">
        {readDigest(digest)
          ? 'The digest is well formed, but nothing with it has arrived here.'
          : 'This is not a digest of ours, and no framework’s digest that arrived here says so.'}
      </p>
      <FindForm key={digest} initial={digest} />
      <ul className={css.reasons}>
        <li>
          <Icon name="new" className="caret-wait" />
          <div>
            <h2>It may still be on its way</h2>
            <p>
              Delivery takes a second or two; a browser without network sends it later. This page is
              listening, and opens the event when it comes.
            </p>
          </div>
        </li>
        <LogHint digest={digest} />
        <li>
          <Icon name="clock" />
          <div>
            <h2>It may have been let go</h2>
            <p>
              Events are kept for {stored.data?.retentionDays ?? 30} days. Look among the{' '}
              <Link to="/">issues</Link> for its kind.
            </p>
          </div>
        </li>
      </ul>
    </>
  )
}

function LogHint({ digest }: { digest: string }) {
  const command = `grep ${digest.replace(/[^\w-]/g, '')} relay.log`
  return (
    <li>
      <Icon name="terminal" />
      <div>
        <h2>The relay’s log may have it</h2>
        <p>Every digest is logged before it is stored. With the relay’s output in a file:</p>
        <div className={css.command}>
          <pre>
            <code>{command}</code>
          </pre>
          <CopyButton text={command} name="Copy the command" />
        </div>
      </div>
    </li>
  )
}

function FindForm({ initial }: { initial: string }) {
  const [typed, setTyped] = useState(initial)
  const navigate = useNavigate()
  const id = useId()
  const find = (event: FormEvent) => {
    event.preventDefault()
    const wanted = readDigest(typed) ?? typed.trim()
    if (wanted) void navigate({ to: '/d/$digest', params: { digest: wanted } })
  }
  return (
    <search>
      <form className={css.find} onSubmit={find}>
        <label htmlFor={id}>Paste the digest from the screen</label>
        <div>
          <input
            id={id}
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
          <button type="submit" className="primary">
            Find
          </button>
        </div>
        <small>
          Eight letters and digits. Case, spaces and dashes do not matter; O is read as 0, I and L as 1.
        </small>
      </form>
    </search>
  )
}
