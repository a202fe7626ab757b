import { setRouter } from './errata.ts'
import { rootOptions } from '@errata/monitoring/react'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { router } from './router.tsx'

setRouter(router)
// Errata: `rootOptions` for errors that React catches.
createRoot(document.querySelector('#root')!, rootOptions()).render(<RouterProvider router={router} />)
