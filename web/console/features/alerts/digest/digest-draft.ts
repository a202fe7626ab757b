// The digest as it is edited, until it is saved or discarded.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DigestChange, DigestSettings } from '../../../../../contract/alerts.ts'
import { messageOf } from '../../../http/error-text.ts'
import { request } from '../../../http/http.ts'
import { answerQuery } from '../../../http/query.ts'
import { useToast } from '../../../ui/toast.tsx'
import { ALERTS } from '../alerts-query.ts'

export type DigestDraft = Required<DigestChange>

/** The zone of a digest that nobody has set. */
const FIRST_ZONE = 'UTC'

export function digestQuery() {
  return answerQuery<DigestSettings>([...ALERTS, 'digest'], '/api/digest')
}

/** `error`: why the last save failed. */
export function useDigestDraft(settings: DigestSettings) {
  const client = useQueryClient()
  const { showToast } = useToast()
  const { fromFile: _fromFile, ...stored } = settings
  const [edited, setEdited] = useState<DigestChange>({})
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const draft: DigestDraft = { ...stored, ...edited }

  function change(values: DigestChange): void {
    const isFirst = values.channels !== undefined && draft.channels.length === 0 && isUnset(stored)
    setEdited({ ...edited, ...(isFirst && { zone: browserZone() }), ...values })
  }

  function discard(): void {
    setEdited({})
    setError(null)
  }

  async function save(): Promise<void> {
    if (isSaving) return
    setSaving(true)
    try {
      const saved = await request<DigestSettings>('/api/digest', { method: 'PATCH', body: edited })
      await client.cancelQueries({ queryKey: digestQuery().queryKey })
      client.setQueryData(digestQuery().queryKey, saved)
      discard()
      showToast({ text: 'The digest is saved' })
    } catch (failure) {
      setError(`The digest was not saved: ${messageOf(failure)}`)
    } finally {
      setSaving(false)
    }
  }

  const hasChanges = JSON.stringify(draft) !== JSON.stringify(stored)
  return { draft, change, discard, save, hasChanges, isSaving, error }
}

function isUnset({ channels, zone }: DigestDraft): boolean {
  return channels.length === 0 && zone === FIRST_ZONE
}

function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** All of the browser, UTC first. The list of a browser has no UTC, and stores may use other names. */
export function zonesWith(zone: string): string[] {
  return [...new Set([FIRST_ZONE, ...Intl.supportedValuesOf('timeZone'), zone])]
}
