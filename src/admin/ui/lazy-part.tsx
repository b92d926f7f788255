import { type ComponentType, type LazyExoticComponent, type ReactNode, lazy, Suspense, useState } from 'react'
import { ErrorState } from './states.tsx'

interface ContentProps<Props> {
  props: Props
  onRetry: () => void
}

/**
 * A component whose code loads when it is first rendered, or on `preload`. `fallback` shows until then. When the code
 * cannot be loaded, the rest of the screen stays, and a message offers to try again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: (props: Props) => ReactNode = () => null,
): ComponentType<Props> & { preload: () => void } {
  let loaded = begin()

  /** React keeps what a lazy component was loaded to, so each try is another component. */
  function begin(): LazyExoticComponent<ComponentType<ContentProps<Props>>> {
    return lazy(async () => {
      try {
        const Part = await load()
        return { default: ({ props }: ContentProps<Props>) => <Part {...props} /> }
      } catch {
        loaded = begin()
        return { default: ({ onRetry }: ContentProps<Props>) => <LoadFailed onRetry={onRetry} /> }
      }
    })
  }

  function LazyPart(props: Props) {
    const [Content, setContent] = useState(() => loaded)
    return (
      <Suspense fallback={fallback(props)}>
        <Content props={props} onRetry={() => setContent(() => loaded)} />
      </Suspense>
    )
  }
  return Object.assign(LazyPart, {
    preload: () => {
      // A failed preload is ignored: rendering tries again and shows the error.
      load().catch(() => undefined)
    },
  })
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="fixed inset-x-4 bottom-4 z-100 mx-auto max-w-md rounded-lg border border-rule bg-card shadow-raised max-md:bottom-[calc(var(--bottom-bar,0px)+1rem)]">
      <ErrorState
        title="This part could not be loaded"
        detail="Check your connection, or reload the page if Mantel has been updated meanwhile."
        onRetry={onRetry}
      />
    </div>
  )
}
