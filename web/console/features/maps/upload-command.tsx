// The command that uploads the source maps of a build, with a button that copies it.
import { CopyButton } from '../../ui/copy-button.tsx'
import { UntrustedCode } from '../../ui/untrusted-text.tsx'

type Build = { service: string; release: string }

export function UploadCommand(build: Build) {
  const command = uploadCommand({ ...build, url: location.origin })
  return (
    <>
      <UntrustedCode text={command} />
      <CopyButton text={command} label="Copy the command" />
    </>
  )
}

/** For a Unix shell. `dist` is the usual output folder of bundlers. */
export function uploadCommand({ service, release, url }: Build & { url: string }): string {
  const options = [`--service ${quote(service)}`, ...(release === '' ? [] : [`--release ${quote(release)}`])]
  return `npx errata upload dist ${options.join(' ')} --url ${quote(url)} --token "$ERRATA_TOKEN"`
}

/** Names come from pages: a shell does not interpret anything in single quotes. */
function quote(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
