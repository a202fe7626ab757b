// What happened since an instant: the paths, and what a digest is made of.
import type { Path } from '../../http/path.ts'
import type { ReleaseContext } from '../releases/index.ts'
import { todayMarkdownPath, todayPath } from './today.ts'

export const paths: Path<ReleaseContext>[] = [todayPath, todayMarkdownPath]

export { readToday, type TodayRequest } from './today.ts'
export { digestHtml, digestSubject, digestText } from './digest/digest.ts'
export type { DigestOptions } from './digest/digest-parts.ts'
