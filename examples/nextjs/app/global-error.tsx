'use client'

// Errata: the same screen if the layout fails.
export { GlobalErrorPage as default } from '@errata/monitoring/next'
