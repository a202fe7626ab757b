// What users wrote: the path.
import type { Path } from '../../http/path.ts'
import type { QueryContext } from '../issues/index.ts'
import { feedbackPath } from './feedback.ts'

export const paths: Path<QueryContext>[] = [feedbackPath]
