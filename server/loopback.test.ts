import { expect, test } from 'vitest'
import { isLoopbackHost } from './loopback.ts'

test('names of this machine', () => {
  const loopback = [
    'localhost',
    'localhost:8080',
    'LOCALHOST',
    'shop.localhost:5173',
    '127.0.0.1:8080',
    '127.9.9.9',
    '[::1]:8080',
    '::1',
  ]
  expect(loopback.filter((host) => !isLoopbackHost(host))).toEqual([])
  const others = [
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.1',
    '0.0.0.0',
    'evil.example',
    '',
  ]
  expect(others.filter((host) => isLoopbackHost(host))).toEqual([])
})
