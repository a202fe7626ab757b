// Alerts: who receives which message, what was sent, and why.
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Channel, CreatedChannel, Rule } from '../../../../contract/alerts.ts'
import { Screen } from '../../app/screen.tsx'
import { formatCount, pluralize } from '../../format/format-number.ts'
import { HttpError } from '../../http/http.ts'
import { QueryState } from '../../http/query-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useRoving } from '../../ui/roving.ts'
import { channelsQuery, rulesQuery, useAlertPolling } from './alerts-query.ts'
import { ChannelList } from './channels/channel-list.tsx'
import { NewChannelForm } from './channels/new-channel-form.tsx'
import { NewSecret } from './channels/new-secret.tsx'
import { DigestSection } from './digest/digest-section.tsx'
import { DeliverySection } from './deliveries/delivery-table.tsx'
import { RuleTable } from './rules/rule-table.tsx'
import { ruleShortcuts } from './rules/rule-shortcuts.ts'
import { useAlertChanges } from './use-alert-changes.ts'
import { type AlertRights, useAlertRights } from './use-alert-rights.ts'
import { useChannelTests } from './use-channel-tests.ts'
import { NEW, useRuleDrafts } from './use-rule-drafts.ts'
import { useToast } from '../../ui/toast.tsx'
import css from './alerts.module.css'

const NO_RULES: Rule[] = []
const NO_CHANNELS: Channel[] = []

export function AlertsScreen() {
  const search = useSearch({ from: '/alerts' })
  const polling = useAlertPolling()
  const ruleList = useQuery({ ...rulesQuery(), refetchInterval: polling })
  const channelList = useQuery({ ...channelsQuery(), refetchInterval: polling })
  const rules = ruleList.data?.rules ?? NO_RULES
  const channels = channelList.data?.channels ?? NO_CHANNELS
  const { runAction } = useToast()
  const changes = useAlertChanges()
  const may = useAlertRights()
  const tests = useChannelTests(changes)
  const drafts = useRuleDrafts({ rules, channels, changes, openId: search.rule })
  const [roving, setList] = useRoving(
    rules.map(({ id }) => id),
    { initialId: search.rule },
  )
  const openChannel = useOpenChannel()
  const shortcuts = ruleShortcuts({ rules, channels, roving, drafts, changes, may, tests, undo: runAction })
  const isFirst = channelList.data !== undefined && channels.length === 0
  if (isForbidden(ruleList.error)) return <ForSomeServices />
  return (
    <Screen
      shortcuts={[
        ...shortcuts,
        ...(may.channels
          ? [{ keys: 'N', label: 'new channel', icon: 'plus' as const, run: () => openChannel(NEW) }]
          : []),
      ]}
    >
      <header className={css.title}>
        <h1>Alerts</h1>
        {ruleList.data && channelList.data && <Summary rules={rules} channels={channels} />}
        <span className={`controls ${css.buttons}`}>
          {!isFirst && may.channels && (
            <button type="button" onClick={() => openChannel(NEW)}>
              <Icon name="plus" />
              New channel
            </button>
          )}
          {may.rules && (
            <button type="button" className="primary" onClick={drafts.create}>
              <Icon name="plus" />
              New rule
            </button>
          )}
        </span>
      </header>
      <div className={css.columns}>
        <div className="sections">
          <section aria-labelledby="rules">
            <header className={css.head}>
              <h2 id="rules">Rules</h2>
              <small>one message for each issue and change</small>
            </header>
            <QueryState query={ruleList} label="rules" />
            {ruleList.data && (rules.length > 0 || drafts.edited) && (
              <RuleTable
                rules={rules}
                channels={channels}
                drafts={drafts}
                changes={changes}
                may={may}
                tests={tests}
                roving={roving}
                setList={setList}
              />
            )}
            {ruleList.data && rules.length === 0 && !drafts.edited && (
              <p className="faint">There is no rule: no message is sent.</p>
            )}
          </section>
          <DeliverySection
            filter={search.deliveries}
            channels={channels}
            rules={rules}
            changes={changes}
            may={may}
          />
        </div>
        <Channels
          query={channelList}
          rules={rules}
          openId={isFirst ? NEW : search.channel}
          may={may}
          isFirst={isFirst}
          open={openChannel}
          changes={changes}
          tests={tests}
        />
      </div>
    </Screen>
  )
}

function isForbidden(error: Error | null): boolean {
  return error instanceof HttpError && error.status === 403
}

/** What somebody with some services gets instead: rules and channels are about all of them. */
function ForSomeServices() {
  return (
    <Screen shortcuts={[]}>
      <header className={css.title}>
        <h1>Alerts</h1>
      </header>
      <p className={css.lead}>
        Rules and channels are about all services, and you may view some of them: somebody with all services
        can tell you what is sent. Messages about your own issues are chosen in{' '}
        <Link to="/settings" search={{ section: 'account' }}>
          Settings, Account
        </Link>
        .
      </p>
    </Screen>
  )
}

function useOpenChannel(): (id: string | undefined) => void {
  const navigate = useNavigate()
  return (id) =>
    void navigate({ to: '/alerts', search: (current) => ({ ...current, channel: id }), resetScroll: false })
}

function Summary({ rules, channels }: { rules: Rule[]; channels: Channel[] }) {
  const off = rules.filter(({ enabled }) => !enabled).length
  const failing = channels.filter(({ state }) => state !== 'ok').length
  const waiting = channels.reduce((sum, channel) => sum + channel.waiting, 0)
  const messages = rules.flatMap(({ sent }) => sent).reduce((sum, count) => sum + count, 0)
  return (
    <p>
      <b>{formatCount(rules.length)}</b> {rules.length === 1 ? 'rule' : 'rules'}
      {off > 0 && `, ${formatCount(off)} off`} · <b>{formatCount(channels.length)}</b>{' '}
      {channels.length === 1 ? 'channel' : 'channels'}
      {failing > 0 && <span className="bad">, {formatCount(failing)} failing</span>} · 7 days:{' '}
      <b>{formatCount(messages)}</b> {messages === 1 ? 'message' : 'messages'}
      {waiting > 0 && `, ${pluralize(waiting, 'change')} waiting`}
    </p>
  )
}

type ChannelsProps = {
  query: Parameters<typeof QueryState>[0]['query'] & { data: { channels: Channel[] } | undefined }
  rules: Rule[]
  openId: string | undefined
  isFirst: boolean
  may: AlertRights
  open: (id: string | undefined) => void
  changes: ReturnType<typeof useAlertChanges>
  tests: ReturnType<typeof useChannelTests>
}

function Channels({ query, rules, openId, isFirst, may, open, changes, tests }: ChannelsProps) {
  const [created, setCreated] = useState<CreatedChannel | null>(null)
  const close = () => open(undefined)
  const onCreated = (channel: CreatedChannel) => {
    setCreated(channel)
    close()
  }
  return (
    <aside aria-labelledby="channels" className={isFirst ? css.first : undefined}>
      <header className={css.head}>
        <h2 id="channels">{isFirst && may.channels ? 'The first channel' : 'Channels'}</h2>
        <small>{isFirst ? 'where messages go' : 'secrets are not shown'}</small>
      </header>
      <QueryState query={query} label="channels" thin />
      {isFirst && (
        <p className={css.lead}>
          {pluralize(rules.filter(({ enabled }) => enabled).length, 'rule is', 'rules are')} on and nobody is
          told. {may.channels ? 'Add a channel, and they send to it.' : 'An admin adds channels.'}
        </p>
      )}
      {openId === NEW && query.data && may.channels && (
        <NewChannelForm
          rules={rules}
          changes={changes}
          onCreated={onCreated}
          {...(!isFirst && { cancel: close })}
        />
      )}
      {created?.secret !== undefined && (
        <NewSecret channel={{ ...created, secret: created.secret }} close={() => setCreated(null)} />
      )}
      <ChannelList
        channels={query.data?.channels ?? NO_CHANNELS}
        rules={rules}
        openId={openId}
        canEdit={may.channels}
        close={close}
        changes={changes}
        tests={tests}
      />
      <DigestSection channels={query.data?.channels ?? NO_CHANNELS} canEdit={may.channels} />
    </aside>
  )
}
