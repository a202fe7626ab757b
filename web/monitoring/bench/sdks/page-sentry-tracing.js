import './sentry-tracing.js'
import { render } from './application.js'

render()
