// A server that fails in the way its argument names, for node.test.ts.

import { captureException, flush, init, setFlag, withAttributes } from '../frameworks/node.ts'

init({ service: 'crashing-server', release: '2.1.0' })
const ends: Record<string, () => unknown> = {
  throws: () =>
    setTimeout(() => {
      process.stdout.write('throwing\n')
      throwError()
    }),
  fails: () =>
    withAttributes(() => {
      setFlag('checkout', 'new')
      setTimeout(throwError)
    }),
  rejects: () => Promise.reject(new RangeError('nobody handles this')),
  async captures() {
    const error = new Error('handled', { cause: new TypeError('the cause') })
    console.log(captureException(error), captureException(error), await flush())
  },
  debugIds() {
    const [own, other] = [new Error().stack ?? '', 'Error\n    at file:///app/other.js:1:1']
    const ids = {
      [own]: '5e1ec7ed-0000-4000-8000-000000000001',
      [other]: '5e1ec7ed-0000-4000-8000-000000000002',
    }
    Object.assign(globalThis, { _debugIds: ids })
    throwError()
  },
  goesOn() {
    process.on('uncaughtException', () => void flush().then(() => process.exit(7)))
    setTimeout(() => throwError())
  },
}
void ends[process.argv[2] ?? '']?.()

function throwError(): never {
  throw new TypeError('no such shelf')
}
