// `/broken` throws, `/missing` is an error that the framework answers with 404.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'

const app = new Hono()

/* setup */

app.get('/broken', () => {
  throw new TypeError('no such row in Hono')
})
app.get('/missing', () => {
  throw new HTTPException(404, { message: 'not here' })
})
serve({ fetch: app.fetch, port: Number(process.env['PORT']), hostname: '127.0.0.1' })
