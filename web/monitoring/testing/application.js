// An application that uses the package, for package.test.ts.
import { init } from '@errata/monitoring'

init({ service: 'shop', vitals: true })
