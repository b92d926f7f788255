import type { QueryClient } from '@tanstack/react-query'
import { type ErrorComponentProps, createRouter } from '@tanstack/react-router'
import { describeError } from '../resources/describe-error.ts'
import { LoadingScreen } from '../ui/layout/loading-screen.tsx'
import { ErrorState } from '../ui/layout/states.tsx'
import { searchParams } from './search-params.ts'
import { routeTree } from './screens.tsx'

/**
 * Every navigation scrolls to the top, and Back to where the screen was left; `resetScroll: false` on a link or call
 * keeps the place.
 */
export function createAdminRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    ...searchParams,
    context: { queryClient },
    notFoundMode: 'root',
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingComponent: LoadingScreen,
    // By default a loading screen stays for half a second, however early the screen is there.
    defaultPendingMinMs: 0,
    defaultErrorComponent: ScreenError,
  })
}

function ScreenError({ error, reset }: ErrorComponentProps) {
  return <ErrorState title="This screen has failed" detail={describeError(error)} onRetry={reset} />
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAdminRouter>
  }
}

declare module '@tanstack/history' {
  interface HistoryState {
    /** On /auth: the address to go to after signing in. */
    wanted?: string
  }
}
