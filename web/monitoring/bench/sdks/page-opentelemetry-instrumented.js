import './opentelemetry-instrumented.js'
import { render } from './application.js'

render()
