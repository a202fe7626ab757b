// Web vitals: the path, and what other features use.
import type { Path } from '../../http/path.ts'
import { vitalCausesPath, type CauseContext } from './vital-causes.ts'
import { vitalsPath } from './vitals.ts'

export const paths: Path<CauseContext>[] = [vitalsPath, vitalCausesPath]

export { P75 } from './vital-trends.ts'
export { readVitals } from './vitals.ts'
