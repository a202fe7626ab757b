import { render } from './application.js'

render()
