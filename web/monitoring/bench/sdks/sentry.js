import { init } from '@sentry/browser'

init({ dsn: 'https://public@errors.example/1', tunnel: '/taken' })
