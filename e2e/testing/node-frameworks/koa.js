// `/broken` throws, `/missing` is an error that the framework answers with 404.
import { Router } from '@koa/router'
import Koa from 'koa'

const app = new Koa()
const router = new Router()

/* setup */

router.get('/broken', () => {
  throw new TypeError('no such row in Koa')
})
router.get('/missing', (context) => context.throw(404, 'not here'))
app.use(router.routes())
app.listen(Number(process.env['PORT']), '127.0.0.1')
