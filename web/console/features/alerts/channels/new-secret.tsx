// The key of a new webhook, which is shown once.
import type { CreatedChannel } from '../../../../../contract/alerts.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import css from './channels.module.css'

type Props = { channel: CreatedChannel & { secret: string }; close: () => void }

export function NewSecret({ channel: { name, secret }, close }: Props) {
  return (
    <section aria-label="Key of the signature" className={css.secret}>
      <p>
        <b>
          Key of <UntrustedText text={name} />
        </b>
        . Your receiver checks the signature with it. It is not shown again.
      </p>
      <p className="command">
        <code>{secret}</code>
        <CopyButton text={secret} label="Copy the key" />
      </p>
      <button type="button" onClick={close}>
        I have it
      </button>
    </section>
  )
}
