// The command that sends the source maps of a build.

type Build = { service: string; release: string; url: string }

/** For a shell of Unix. `dist` is where most bundlers write to. */
export function uploadCommand({ service, release, url }: Build): string {
  const options = [`--service ${quote(service)}`, ...(release === '' ? [] : [`--release ${quote(release)}`])]
  return `npx errata upload dist ${options.join(' ')} --url ${quote(url)} --token "$ERRATA_TOKEN"`
}

/** Names come from pages: within the quotes a shell reads nothing. */
function quote(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
