import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'

/**
 * A component whose code is loaded when it is first shown, or before that by its `preload`. Meanwhile `fallback` stands
 * in its place.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: (props: Props) => ReactNode = () => null,
): ComponentType<Props> & { preload: () => void } {
  const Loaded: ComponentType<Props> = lazy(async () => ({ default: await load() }))
  function Part(props: Props) {
    return (
      <Suspense fallback={fallback(props)}>
        <Loaded {...props} />
      </Suspense>
    )
  }
  return Object.assign(Part, {
    preload: () => {
      // Should it fail, it fails again where it is shown, and is told there.
      load().catch(() => undefined)
    },
  })
}
