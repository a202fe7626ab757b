// For OpenFeature: a hook that adds the value of each evaluated flag to later records.

import { setFlag } from '../core.ts'
import { createFeatureHook } from './feature-hook.ts'

/** `OpenFeature.addHooks(openFeatureHook)`: all later records and spans have the flags of the application. */
export const openFeatureHook = createFeatureHook(setFlag)
