// For Next.js: pages for `error.tsx` and `global-error.tsx`, and `onRequestError` of `instrumentation.ts`.

export { ErrorPage, GlobalErrorPage } from './next-error-page.tsx'
export { onRequestError } from './next-request-error.ts'
