// A component whose code comes after the screen, and which the screen can do without.
import { type ComponentType, lazy, Suspense } from 'react'

/** Renders nothing until the code is loaded, or if it cannot be loaded. */
export function optionalPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazy<ComponentType<Props>>(() =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: () => null }),
    ),
  )
  return function OptionalPart(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}
