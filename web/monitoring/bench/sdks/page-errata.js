import './errata.js'
import { rootOptions } from '../../frameworks/react.tsx'
import { render } from './application.js'

render(rootOptions())
