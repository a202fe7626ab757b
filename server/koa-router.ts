// The router's CommonJS build. Its other build imports `http` as a module: see `node-http.ts`.
import { createRequire } from 'node:module'
import type * as KoaRouter from '@koa/router'

export type Router = KoaRouter.Router
export const { Router } = createRequire(import.meta.url)('@koa/router') as typeof KoaRouter
