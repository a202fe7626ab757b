import './rollbar.js'
import { render } from './application.js'

render()
