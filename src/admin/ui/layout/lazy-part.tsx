import { type ComponentType, type ReactNode, lazy, Suspense, useState } from 'react'
import { siteName } from '../../site-name.ts'
import { ErrorState } from './states.tsx'

/**
 * A component whose code loads when it is first rendered, or on `preload`. `fallback` shows until then. When the code
 * cannot be loaded, the rest of the screen stays, and a message offers to reload the page.
 *
 * Once loaded, it is rendered at once: React would show the fallback for 300 ms, and keys typed into a dialog that opens
 * would go to what is behind it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: (props: Props) => ReactNode = () => null,
): ComponentType<Props> & { preload: () => void } {
  let known: ComponentType<Props> | null = null
  const remember = async () => (known = await load())
  const Loaded: ComponentType<Props> = lazy(async () => ({
    default: await remember().catch(() => LoadFailed),
  }))
  function Part(props: Props) {
    // What it began with stays, or what is shown would be mounted anew.
    const [Known] = useState(() => known)
    if (Known !== null) return <Known {...props} />
    return (
      <Suspense fallback={fallback(props)}>
        <Loaded {...props} />
      </Suspense>
    )
  }
  return Object.assign(Part, {
    preload: () => {
      // A failed preload is ignored: rendering shows it.
      remember().catch(() => undefined)
    },
  })
}

/** Browsers do not load it again until the page is reloaded. */
function LoadFailed() {
  return (
    <div className="fixed inset-x-4 bottom-4 z-100 mx-auto max-w-md rounded-lg border border-rule bg-card shadow-raised max-md:bottom-[calc(var(--bottom-bar,0px)+1rem)]">
      <ErrorState
        title="This part could not be loaded"
        detail={`Check your connection, and reload the page. ${siteName()} may have been updated since you opened it.`}
        retryLabel="Reload"
        onRetry={() => location.reload()}
      />
    </div>
  )
}
