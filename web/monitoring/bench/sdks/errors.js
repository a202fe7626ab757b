import * as sdk from '../../index.ts'

Object.assign(globalThis, { sdk })
