// The command that uploads the source maps of a build.

type Build = { service: string; release: string; url: string }

/** For a Unix shell. `dist` is the usual output folder of bundlers. */
export function uploadCommand({ service, release, url }: Build): string {
  const options = [`--service ${quote(service)}`, ...(release === '' ? [] : [`--release ${quote(release)}`])]
  return `npx errata upload dist ${options.join(' ')} --url ${quote(url)} --token "$ERRATA_TOKEN"`
}

/** Names come from pages: a shell does not interpret anything in single quotes. */
function quote(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
