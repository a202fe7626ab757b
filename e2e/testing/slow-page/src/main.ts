// The page of a shop with one slow button.
import { init } from '@errata/monitoring'
import { priceOf } from './totals.ts'

declare const NAMES: { service: string; release: string }

init({ ...NAMES, vitals: true })
document.querySelector('.total')!.addEventListener('click', priceOf)
