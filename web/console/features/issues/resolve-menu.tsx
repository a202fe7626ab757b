// More ways to resolve an issue: in the next release, or in one that is chosen or typed.
import { useRef, useState } from 'react'
import type { Issue, IssueChange } from '../../../../contract/issues.ts'
import { Icon } from '../../ui/icon.tsx'
import { optionalPart } from '../../ui/optional-part.tsx'

const ReleaseField = optionalPart(() => import('./release-field.tsx').then((module) => module.ReleaseField))

const LABEL = 'More resolve options'

type Props = { id: string; issue: Issue; change: (change: IssueChange) => void }

export function ResolveMenu({ id, issue, change }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const resolve = (condition: Pick<IssueChange, 'inNextRelease' | 'inRelease'>) => {
    // The focus returns before the change, which removes the button that opened the menu.
    popover.current?.hidePopover()
    change({ status: 'resolved', ...condition })
  }
  const onClose = () => {
    setChoosing(false)
    if (document.activeElement === document.body) button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="primary only-icon"
        aria-label={LABEL}
        title={LABEL}
        popoverTarget={id}
      >
        <Icon name="down" small />
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        className={isChoosing ? 'assign' : undefined}
        onToggle={({ newState }) => newState === 'closed' && onClose()}
      >
        {isChoosing ? (
          <ReleaseField issue={issue} choose={(inRelease) => resolve({ inRelease })} />
        ) : (
          <menu aria-label="Resolve">
            <li>
              <button type="button" onClick={() => resolve({ inNextRelease: true })}>
                Resolve in the next release
              </button>
            </li>
            <li>
              <button type="button" onClick={() => setChoosing(true)}>
                Resolve in release…
              </button>
            </li>
          </menu>
        )}
      </div>
    </>
  )
}
