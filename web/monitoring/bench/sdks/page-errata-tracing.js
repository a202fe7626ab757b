import './errata-tracing.js'
import { rootOptions } from '../../frameworks/react.tsx'
import { render } from './application.js'

render(rootOptions())
