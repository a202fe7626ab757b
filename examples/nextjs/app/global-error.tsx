'use client'

// Errata: the same where the layout failed.
export { GlobalErrorPage as default } from '@errata/monitoring/next'
