// The address of a line of source code in the repository, as the hosts of repositories write it.
import type { MapFile } from './map-index.ts'

/** `repository`: its address, or of a line, with `{commit}`, `{path}` and `{line}`. */
export type Origin = Pick<MapFile, 'repository' | 'revision'>

/** What the address of a line may have in braces. */
export const LINE_PLACEHOLDERS = ['commit', 'path', 'line']

/** How hosts write addresses of files, of commits and of lines; another host writes them as GitHub. */
const HOSTS = [
  { name: 'gitlab', files: '-/blob', commits: '-/commit', line: 'L' },
  { name: 'bitbucket', files: 'src', commits: 'commits', line: 'lines-' },
  { name: '', files: 'blob', commits: 'commit', line: 'L' },
]

/** `path`: in the repository. Null: repository or commit is not known, or the repository is no URL. */
export function repositoryLink(
  origin: Origin,
  { path, line }: { path: string; line: number | null },
): string | null {
  if (line === null || origin.revision === '') return null
  const address = path.split('/').map(encodeURIComponent).join('/')
  if (isTemplate(origin.repository)) return fillLine(origin, address, line)
  const host = hostOf(origin)
  return host && `${host.address}/${host.files}/${origin.revision}/${address}#${host.line}${line}`
}

/** The commit and its address; null as above, and where only the address of a line is known. */
export function commitOf(origin: Origin): { id: string; link: string } | null {
  const host = hostOf(origin)
  return host && { id: origin.revision, link: `${host.address}/${host.commits}/${origin.revision}` }
}

function hostOf({ repository, revision }: Origin): ((typeof HOSTS)[number] & { address: string }) | null {
  if (repository === '' || revision === '' || isTemplate(repository)) return null
  const address = repository.replace(/(?:\.git)?\/*$/, '')
  const url = URL.parse(address)
  return url && { ...HOSTS.find(({ name }) => url.hostname.includes(name))!, address }
}

/** Whether it is the address of a line. */
export function isTemplate(repository: string): boolean {
  return repository.includes('{')
}

function fillLine({ repository, revision }: Origin, path: string, line: number): string {
  const values: Record<string, string> = { commit: encodeURIComponent(revision), path, line: String(line) }
  return repository.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}

/** A release that is named by its commit. */
const COMMIT = /^[\da-f]{7,40}$/

/**
 * Where the code of a release is: the repository that is set for its service, else the one that its source
 * maps name. `file`: one of them; null: it has no source maps.
 */
export function originOf(
  file: Origin | null,
  { repository, release }: { repository: string; release: string },
): Origin {
  return {
    repository: repository || (file?.repository ?? ''),
    revision: file?.revision || (COMMIT.test(release) ? release : ''),
  }
}
