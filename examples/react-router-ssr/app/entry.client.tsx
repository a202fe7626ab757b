// Errata: `init` first, `rootOptions` for what React catches, `onRouterError` for what the router catches.
import { init } from '@errata/monitoring'
import { rootOptions } from '@errata/monitoring/react'
import { onRouterError } from '@errata/monitoring/react-router'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

init()
hydrateRoot(document, <HydratedRouter onError={onRouterError} />, rootOptions())
