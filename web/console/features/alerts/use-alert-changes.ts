// Sends changes of rules, channels and deliveries. A failure is reported in a toast.
import { useQueryClient } from '@tanstack/react-query'
import type {
  Channel,
  ChannelChange,
  ChannelTest,
  CreatedChannel,
  NewChannel,
  NewRule,
  Rule,
  RuleChange,
  RulesAnswer,
} from '../../../../contract/alerts.ts'
import { messageOf } from '../../http/error-text.ts'
import { request, type RequestOptions } from '../../http/http.ts'
import { useToast } from '../../ui/toast.tsx'
import { plainText } from '../../ui/untrusted-text.tsx'
import { ALERTS, rulesQuery } from './alerts-query.ts'
import { changeOf, draftOf } from './rules/rule-draft.ts'

/** A receiver may take 15 s. */
const TEST_TIMEOUT_MS = 20_000

export type AlertChanges = ReturnType<typeof useAlertChanges>

export function useAlertChanges() {
  const client = useQueryClient()
  const { showToast } = useToast()

  /** Undefined: it failed. `failure`: what did not happen. */
  async function attempt<Answer>(failure: string, run: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await run()
    } catch (error) {
      showToast({ text: `${failure}: ${messageOf(error)}`, failed: true })
      return undefined
    } finally {
      void client.invalidateQueries({ queryKey: ALERTS })
      // The status names what fails.
      void client.invalidateQueries({ queryKey: ['status'] })
    }
  }

  const send = <Answer>(failure: string, path: string, options: RequestOptions) =>
    attempt(failure, () => request<Answer>(path, options))

  const remove = async (failure: string, path: string) =>
    (await attempt(failure, () => request(path, { method: 'DELETE' }).then(() => true))) === true

  async function patchRule(id: string, body: RuleChange): Promise<Rule | undefined> {
    // A list that is under way would show the rule as it was.
    await client.cancelQueries({ queryKey: rulesQuery().queryKey })
    return send<Rule>('The rule was not saved', rulePath(id), { method: 'PATCH', body })
  }

  async function changeRule(rule: Rule, change: RuleChange, text: string): Promise<boolean> {
    client.setQueryData(rulesQuery().queryKey, (answer: RulesAnswer | undefined) =>
      showRule(answer, rule, change),
    )
    if (!(await patchRule(rule.id, change))) return false
    const undo = () => void patchRule(rule.id, changeOf(draftOf(rule)))
    showToast({ text, action: { label: 'Undo', keys: 'z', run: undo } })
    return true
  }

  return {
    changeRule,
    switchRule: (rule: Rule) =>
      void changeRule(
        rule,
        { enabled: !rule.enabled },
        `${plainText(rule.name)} is ${rule.enabled ? 'off' : 'on'}`,
      ),
    addRule: (body: NewRule) => send<Rule>('The rule was not saved', '/api/rules', { method: 'POST', body }),
    deleteRule: ({ id }: Rule) => remove('The rule was not deleted', rulePath(id)),
    addChannel: (body: NewChannel) =>
      send<CreatedChannel>('The channel was not saved', '/api/channels', { method: 'POST', body }),
    changeChannel: ({ id }: Channel, body: ChannelChange) =>
      send<Channel>('The channel was not saved', channelPath(id), { method: 'PATCH', body }),
    deleteChannel: ({ id }: Channel) => remove('The channel was not deleted', channelPath(id)),
    testChannel: ({ id }: Channel) =>
      send<ChannelTest>('No test was sent', `${channelPath(id)}/test`, {
        method: 'POST',
        body: {},
        timeoutMs: TEST_TIMEOUT_MS,
      }),
    retryDelivery: (id: string) =>
      send('The message was not sent', `/api/deliveries/${encodeURIComponent(id)}/retry`, {
        method: 'POST',
        body: {},
      }),
  }
}

/** The switch moves at once. */
function showRule(
  answer: RulesAnswer | undefined,
  { id }: Rule,
  { enabled }: RuleChange,
): RulesAnswer | undefined {
  if (enabled === undefined) return answer
  return answer && { rules: answer.rules.map((rule) => (rule.id === id ? { ...rule, enabled } : rule)) }
}

function rulePath(id: string): string {
  return `/api/rules/${encodeURIComponent(id)}`
}

function channelPath(id: string): string {
  return `/api/channels/${encodeURIComponent(id)}`
}
