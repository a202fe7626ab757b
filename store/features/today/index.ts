// What happened since an instant: the paths, and what a digest is made of.
import type { Path } from '../../http/path.ts'
import { todayMarkdownPath, todayPath, type TodayContext } from './today.ts'

export const paths: Path<TodayContext>[] = [todayPath, todayMarkdownPath]

export { readToday, type TodayRequest } from './today.ts'
export { readAssigned } from './changed-issues.ts'
export { digestHtml, digestSubject, digestText } from './digest/digest.ts'
export type { DigestOptions } from './digest/digest-parts.ts'
