import { type ComponentType, type ReactNode, lazy, Suspense } from 'react'

/** A component whose code loads when it is first rendered, or on `preload`. `fallback` shows until then. */
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
      // A failed preload is ignored: rendering tries again and shows the error.
      load().catch(() => undefined)
    },
  })
}
