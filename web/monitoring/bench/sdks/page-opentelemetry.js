import './opentelemetry.js'
import { render } from './application.js'

render()
