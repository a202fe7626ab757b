// What to add to an application, by framework: files and commands, each to copy.
import type { KeyboardEvent, ReactNode } from 'react'
import type { Setup } from '../../../setup/setup.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { InlineCode } from './inline-code.tsx'
import css from './connect.module.css'

type Tab = { id: string; name: string }
/** `children`: the panel of the selected tab. */
type Props = { tabs: Tab[]; selected: string; onSelect: (id: string) => void; children: ReactNode }

export function SetupTabs({ tabs, selected, onSelect, children }: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    const offset = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (offset === undefined) return
    const index = tabs.findIndex(({ id }) => id === selected)
    const { id } = tabs[(index + offset + tabs.length) % tabs.length]!
    onSelect(id)
    document.getElementById(`setup-${id}`)?.focus()
  }
  return (
    <>
      <div className={`tabs ${css.frameworks}`} role="tablist" aria-label="Setup" onKeyDown={onKeyDown}>
        {tabs.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`setup-${id}`}
            aria-controls="setup-panel"
            aria-selected={id === selected}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => onSelect(id)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="setup-panel" aria-labelledby={`setup-${selected}`}>
        {children}
      </div>
    </>
  )
}

/** The files and commands of a setup, then its notes. */
export function SetupSteps({ steps, notes }: Pick<Setup, 'steps' | 'notes'>) {
  return (
    <>
      {steps.map(({ file, code }) => (
        <CodeFigure key={file + code} file={file} code={code} />
      ))}
      {notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
    </>
  )
}

/** A text of web/setup. */
export function Note({ children }: { children: string }) {
  return (
    <p className={css.note}>
      <InlineCode text={children} />
    </p>
  )
}

export function CodeFigure({ file, code }: { file: string; code: string }) {
  return (
    <figure className={css.code}>
      <figcaption className="row caption">
        <span>{file}</span>
        <span className="push">
          <CopyButton text={code} label={`Copy the code: ${file}`} caption="Copy" />
        </span>
      </figcaption>
      {/* oxlint-disable-next-line no-noninteractive-tabindex -- scrolls, so keys must reach it */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  )
}
