'use client'

// Errata: the screen of a failed page, with the digest.
export { ErrorPage as default } from '@errata/monitoring/next'
