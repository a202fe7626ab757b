// A component whose code comes after the screen, and which the screen can do without.
import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'
import { firstScreen } from './first-screen.ts'

type Load<Props> = () => Promise<ComponentType<Props>>

/** Its code is requested when it is first rendered. */
export function optionalPart<Props extends object>(load: Load<Props>): ComponentType<Props> {
  return partOf(load, null)
}

/**
 * Its code is requested when it is rendered and the first screen shows its data. Until then it is `space`,
 * which has its height.
 */
export function laterPart<Props extends object>(
  load: Load<Props>,
  space: ReactNode = null,
): ComponentType<Props> {
  return partOf(() => firstScreen.then(load), space)
}

/** Code that was loaded before is rendered at once. Code that cannot be loaded is left out. */
function partOf<Props extends object>(load: Load<Props>, space: ReactNode): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined
  let request: Promise<void> | undefined
  const listeners = new Set<() => void>()
  const loadOnce = async () => {
    Loaded = await load()
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    request ??= loadOnce().catch(() => {})
    return () => listeners.delete(listener)
  }
  return function OptionalPart(props: Props) {
    const Part = useSyncExternalStore(subscribe, () => Loaded)
    return Part ? <Part {...props} /> : space
  }
}
