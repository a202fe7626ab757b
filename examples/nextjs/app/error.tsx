'use client'

// Errata: the screen of a page that failed, with the digest.
export { ErrorPage as default } from '@errata/monitoring/next'
