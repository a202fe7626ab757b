// Web vitals: the path, and what other features use.
import type { Path, WithEngine } from '../../http/path.ts'
import { vitalsPath } from './vitals.ts'

export const paths: Path<WithEngine>[] = [vitalsPath]

export { P75 } from './vital-trends.ts'
export { readVitals } from './vitals.ts'
