import * as Sentry from '@sentry/browser'
import { total } from './cart.js'

// The relay is behind the tunnel, the number at the end of the DSN is the project.
const project = import.meta.env.MODE === 'plugin' ? 2 : 1
Sentry.init({ dsn: `https://key@errata.example/${project}`, tunnel: '/monitoring' })
document.querySelector('button').addEventListener('click', () => {
  document.title = String(total({ lines: null }))
})
