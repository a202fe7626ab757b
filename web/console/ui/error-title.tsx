// The type of an error in bold, and its message.
import { UntrustedText } from './untrusted-text.tsx'

export function ErrorTitle({ type, message }: { type: string; message: string }) {
  return (
    <>
      <b>
        <UntrustedText text={type} empty="Error" />
      </b>{' '}
      <UntrustedText text={message} />
    </>
  )
}
