// `/broken` throws, `/missing` is an error that the framework answers with 404.
import 'reflect-metadata'
import { Controller, Get, Module, NotFoundException } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'

/* setup */

@Controller()
class Orders {
  @Get('broken') broken() {
    throw new TypeError('no such row in Nest')
  }
  @Get('missing') missing() {
    throw new NotFoundException('not here')
  }
}

@Module({ controllers: [Orders] })
class App {
  readonly name = 'orders'
}

const app = await NestFactory.create(App)
/* main */
await app.listen(Number(process.env['PORT']), '127.0.0.1')
