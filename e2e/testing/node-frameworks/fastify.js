// `/broken` throws, `/missing` is an error that the framework answers with 404.
import fastify from 'fastify'

const app = fastify()

/* setup */

app.get('/broken', async () => {
  throw new TypeError('no such row in Fastify')
})
app.get('/missing', async () => {
  throw Object.assign(new Error('not here'), { statusCode: 404 })
})
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
