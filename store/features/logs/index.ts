// Log records: the path.
import type { Path, WithEngine } from '../../http/path.ts'
import { logsPath } from './logs.ts'

export const paths: Path<WithEngine>[] = [logsPath]
