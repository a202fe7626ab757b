// Chooses the channel that tells the reader of mentions and assignments.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { MyChannel, MyChannelChange } from '../../../../contract/alerts.ts'
import { messageOf } from '../../http/error-text.ts'
import { request } from '../../http/http.ts'
import { answerQuery } from '../../http/query.ts'
import { QueryState } from '../../http/query-state.tsx'
import { useToast } from '../../ui/toast.tsx'
import { plainText } from '../../ui/untrusted-text.tsx'
import { KINDS } from './channels/channel-kinds.ts'

const PATH = '/api/me/channel'
const NONE = 'no messages'

const myChannelQuery = () => answerQuery<MyChannel>(['my-channel'], PATH)

/** `labelId`: of the element that names the control. */
export function MyChannelSelect({ labelId }: { labelId: string }) {
  const query = useQuery(myChannelQuery())
  const choose = useChoice()
  const answer = query.data
  if (!answer) return <QueryState query={query} label="channels" thin />
  const { channel, choices } = answer
  if (choices.length === 0)
    return (
      <span className="faint">
        no messages: there is no channel that you may choose. An admin adds channels under Alerts.
      </span>
    )
  return (
    <select
      aria-labelledby={labelId}
      value={channel ?? ''}
      onChange={({ target: { value } }) => void choose(value || null, nameOf(choices, value))}
    >
      <option value="">{NONE}</option>
      {choices.map(({ id, name, kind }) => (
        <option key={id} value={id}>
          {plainText(name)}, {KINDS[kind].label}
        </option>
      ))}
    </select>
  )
}

function nameOf(choices: MyChannel['choices'], id: string): string {
  return plainText(choices.find((choice) => choice.id === id)?.name ?? '')
}

function useChoice() {
  const client = useQueryClient()
  const { showToast } = useToast()
  return async (channel: string | null, name: string) => {
    const body: MyChannelChange = { channel }
    try {
      const answer = await request<MyChannel>(PATH, { method: 'PATCH', body })
      client.setQueryData(myChannelQuery().queryKey, answer)
      showToast({ text: channel === null ? 'You get no messages' : `${name} tells you from now on` })
    } catch (error) {
      showToast({ text: `The channel was not saved: ${messageOf(error)}`, failed: true })
    }
  }
}
