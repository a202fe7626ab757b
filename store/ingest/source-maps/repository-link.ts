// The address of a line of source code in the repository, as the hosts of repositories write it.
import type { MapFile } from './map-index.ts'

type Origin = Pick<MapFile, 'repository' | 'revision' | 'root'>

/** How hosts write addresses of files, of commits and of lines; another host writes them as GitHub. */
const HOSTS = [
  { name: 'gitlab', files: '-/blob', commits: '-/commit', line: 'L' },
  { name: 'bitbucket', files: 'src', commits: 'commits', line: 'lines-' },
  { name: '', files: 'blob', commits: 'commit', line: 'L' },
]

/** Null: repository or commit is not known, or the repository is no URL. */
export function repositoryLink(
  origin: Origin,
  { file, line }: { file: string; line: number | null },
): string | null {
  const host = hostOf(origin)
  if (host === null || line === null) return null
  const path = [origin.root, file].filter((part) => part !== '').join('/')
  const address = path.split('/').map(encodeURIComponent).join('/')
  return `${host.address}/${host.files}/${origin.revision}/${address}#${host.line}${line}`
}

/** The commit and its address; null as above. */
export function commitOf(origin: Origin): { id: string; link: string } | null {
  const host = hostOf(origin)
  return host && { id: origin.revision, link: `${host.address}/${host.commits}/${origin.revision}` }
}

function hostOf({ repository, revision }: Origin): ((typeof HOSTS)[number] & { address: string }) | null {
  if (repository === '' || revision === '') return null
  const address = repository.replace(/(?:\.git)?\/*$/, '')
  const url = URL.parse(address)
  return url && { ...HOSTS.find(({ name }) => url.hostname.includes(name))!, address }
}
