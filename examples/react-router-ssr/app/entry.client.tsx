// Errata: `init` first, then `rootOptions` and `onRouterError` for errors that React and the router catch.
import { init } from '@errata/monitoring'
import { rootOptions } from '@errata/monitoring/react'
import { onRouterError } from '@errata/monitoring/react-router'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

init()
hydrateRoot(document, <HydratedRouter onError={onRouterError} />, rootOptions())
