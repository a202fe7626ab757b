// The release in which an issue is fixed: one of its service since the issue was last seen, or one that is
// typed, which may come later.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { Issue } from '../../../../contract/issues.ts'
import { releasesQuery } from '../../search/option-queries.ts'
import { type Option, OptionList, useOptions } from '../../ui/option-list.tsx'
import { plainText } from '../../ui/untrusted-text.tsx'

/** More are found by typing. */
const MAX_SHOWN = 8
/** Characters, as in the store. */
const MAX_LENGTH = 200

type ReleaseOption = Option & { release: string }
type Props = { issue: Issue; choose: (release: string) => void }

export function ReleaseField({ issue, choose }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const rows = useQuery(releasesQuery()).data?.releases ?? []
  const ofService = rows.filter(({ service }) => service === issue.service)
  const names = [...new Set(ofService.map(({ release }) => release))]
  const list = useOptions(releaseOptions(issue, names, text.trim()), ({ release }) => choose(release))
  useEffect(() => input.current?.focus(), [])
  return (
    <>
      <label htmlFor={id}>Resolve in release</label>
      <input
        ref={input}
        id={id}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          list.reset()
        }}
        onKeyDown={list.onKeyDown}
        placeholder="Release, also a future one"
        maxLength={MAX_LENGTH}
        autoComplete="off"
        spellCheck={false}
        role="combobox"
        aria-expanded={list.options.length > 0}
        {...list.fieldProps}
      />
      {list.options.length > 0 && <OptionList label="Releases" list={list} />}
    </>
  )
}

/** `names`: of the releases of the service, the newest first. Those since the issue was last seen fit. */
function releaseOptions({ releases }: Issue, names: string[], typed: string): ReleaseOption[] {
  const lastWithIssue = names.findIndex((name) => releases.includes(name))
  const later = names.slice(0, lastWithIssue < 0 ? undefined : lastWithIssue)
  const matching = later.filter((name) => name.toLowerCase().includes(typed.toLowerCase()))
  const listed = matching.slice(0, MAX_SHOWN).map((release) => ({
    key: `release ${release}`,
    label: plainText(release),
    release,
    ...(release === names[0] && { note: 'latest' }),
  }))
  const isListed = typed === '' || later.includes(typed)
  if (isListed) return listed
  return [...listed, { key: 'typed', label: `“${plainText(typed)}”`, release: typed }]
}
