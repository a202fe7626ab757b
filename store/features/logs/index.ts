// Log records: the path, which other features use.
import type { Path, WithEngine } from '../../http/path.ts'
import { logsPath } from './logs.ts'

export const paths: Path<WithEngine>[] = [logsPath]

export { logsPath }
