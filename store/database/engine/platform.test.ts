import { expect, test } from 'vitest'
import { checkPlatform, type Platform } from './platform.ts'

const debian: Platform = { platform: 'linux', arch: 'x64', hasGlibc: true, flags: ['sse4_2', 'avx'] }

test.for<[string, Partial<Platform>, RegExp]>([
  [
    'Alpine',
    { hasGlibc: false },
    /needs glibc and this system has musl \(Alpine\): use a Debian-based image, or set CLICKHOUSE_URL/,
  ],
  [
    'an old processor',
    { flags: ['sse4_2'] },
    /needs a processor with AVX: use a newer machine, or set CLICKHOUSE_URL/,
  ],
  [
    'Windows',
    { platform: 'win32' },
    /no build for win32: run the store in WSL2 or a container, or set CLICKHOUSE_URL/,
  ],
  [
    'a 32-bit machine',
    { arch: 'arm' },
    /no build for arm: use an x64 or arm64 machine, or set CLICKHOUSE_URL/,
  ],
])('%s is refused with one message: what is missing and what to do', ([, difference, message]) => {
  expect(() => checkPlatform({ ...debian, ...difference })).toThrow(message)
})

test.for<[string, Partial<Platform>]>([
  ['Debian', {}],
  ['an ARM server, whose kernel names other flags', { arch: 'arm64', flags: ['asimd'] }],
  ['a machine that tells nothing of its processor', { flags: undefined }],
  ['macOS', { platform: 'darwin', hasGlibc: false, flags: undefined }],
])('%s may start', ([, difference]) => {
  expect(() => checkPlatform({ ...debian, ...difference })).not.toThrow()
})
