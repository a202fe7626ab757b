import './sentry.js'
import { render } from './application.js'

render()
