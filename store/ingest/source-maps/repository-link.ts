// The address of a line of source code in the repository, as the hosts of repositories write it.
import type { MapFile } from './map-index.ts'

type SourceLine = { file: string; line: number | null }
type Origin = Pick<MapFile, 'repository' | 'revision' | 'root'>

/** Null: repository or commit is not known. */
export function repositoryLink(
  { repository, revision, root }: Origin,
  { file, line }: SourceLine,
): string | null {
  if (repository === '' || revision === '' || line === null) return null
  const base = withoutSuffix(repository)
  const path = [root, file].filter((part) => part !== '').join('/')
  const address = path.split('/').map(encodeURIComponent).join('/')
  const { hostname } = new URL(base)
  if (hostname.includes('gitlab')) return `${base}/-/blob/${revision}/${address}#L${line}`
  if (hostname.includes('bitbucket')) return `${base}/src/${revision}/${address}#lines-${line}`
  return `${base}/blob/${revision}/${address}#L${line}`
}

/** The commit and its address; null as above. */
export function commitOf({
  repository,
  revision,
}: Omit<Origin, 'root'>): { id: string; link: string } | null {
  if (repository === '' || revision === '') return null
  const base = withoutSuffix(repository)
  const { hostname } = new URL(base)
  const path = hostname.includes('gitlab')
    ? '-/commit'
    : hostname.includes('bitbucket')
      ? 'commits'
      : 'commit'
  return { id: revision, link: `${base}/${path}/${revision}` }
}

function withoutSuffix(repository: string): string {
  return repository.replace(/(?:\.git)?\/*$/, '')
}
