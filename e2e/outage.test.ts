// Each process is killed under load. What was answered with 200 is in the store afterwards, each once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHouse, type House } from './house.ts'
import { killUnderLoad } from './kills.ts'

const KILLS = 3

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house?.close())

for (const name of ['otelcol', 'store', 'relay'] as const) {
  test(
    `nothing acknowledged is lost or counted twice when the ${name} is killed`,
    { timeout: 240_000 },
    async () => {
      const { lost, stored, counted } = await killUnderLoad(house, name, KILLS)
      expect(lost).toBe(0)
      // What got no answer may have arrived as well; nothing may be there twice.
      expect(counted).toBe(stored)
    },
  )
}
