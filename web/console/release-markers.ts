// Where releases stand on a time axis, and on which side of the line their name has room. Pure.

import type { TrendAnswer } from '../../store/api/contract.ts'

/** So much of the width the name of a release takes. */
const NAME_SHARE = 0.12

export type Placed = { release: string; service: string; share: number; before: boolean; named: boolean }

/** Where each release stands on the axis, its name on the side where there is room for it: newer ones choose first, all keep their caret. */
export function placed(releases: TrendAnswer['releases'], start: number, end: number): Placed[] {
  const shown = releases
    .map(({ at, release, service }) => ({
      release,
      service,
      share: (Date.parse(at) - start) / (end - start),
    }))
    .filter(({ share }) => share > 0 && share < 1)
    .toSorted((a, b) => a.share - b.share)
  let taken = 1
  return shown.reduceRight<Placed[]>((done, deploy, index) => {
    const after = taken - deploy.share >= NAME_SHARE
    const before = !after && deploy.share - (shown[index - 1]?.share ?? 0) >= NAME_SHARE
    taken = before ? deploy.share - NAME_SHARE : deploy.share
    return [{ ...deploy, before, named: after || before }, ...done]
  }, [])
}
