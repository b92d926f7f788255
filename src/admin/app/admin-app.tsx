import '../../domain/rows/zod-without-eval.ts'
import { useStore } from '@nanostores/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { serverClock } from '../../backend/server-clock.ts'
import { watchServerReach } from '../data/requests/server-reach.ts'
import { showWithheldFiles } from '../data/files/withheld-files.ts'
import {
  $linkError,
  $mailedLink,
  $passwordLink,
  $session,
  forgetLinkError,
  startSession,
} from '../session/session.ts'
import { keepCompositionKeys } from '../ui/keys/composition-keys.ts'
import { showToast } from '../ui/overlays/toast.ts'
import { Toaster } from '../ui/overlays/toaster.tsx'
import { $hasRendered, LoadingPage } from './loading.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { createQueryClient } from './query-client.ts'
import { createAdminRouter } from './router.tsx'
import { SessionChangeDialog } from './session-change-dialog.tsx'

// Before React listens to keys.
keepCompositionKeys()
showWithheldFiles()

const queryClient = createQueryClient()
watchServerReach(queryClient)
// Before the router reads the address: a mailed link is removed from it.
startSession()
const router = createAdminRouter(queryClient)

// The guards wait for the session: load the code of the first screen meanwhile.
const [firstRoutes] = router.getMatchedRoutes(location.pathname)
for (const route of firstRoutes) void router.loadRouteChunk(route)

// The clock of this machine may be set, and the zone of the magazine changed, while the admin is open.
const CLOCK_MS = 5 * 60_000
function askServerClock(): void {
  if (document.hidden || $session.get().status !== 'signed-in') return
  serverClock.ask().catch((error: unknown) => console.error('Error asking for the time:', error))
}
setInterval(askServerClock, CLOCK_MS)
document.addEventListener('visibilitychange', askServerClock)
// Lists were filtered by the days of the zone before.
serverClock.subscribe(() => void queryClient.invalidateQueries())

// Undefined until the session is loaded, null while nobody is signed in.
let userId: string | null | undefined
$session.subscribe((session) => {
  if (session.status === 'loading' || session.status === 'failed') return
  const previous = userId
  userId = session.status === 'signed-in' ? session.user.id : null
  if (previous === userId || previous === undefined) return
  // The next person at this machine may see other rows.
  if (previous !== null) queryClient.clear()
  void router.invalidate()
})
for (const link of [$passwordLink, $mailedLink]) link.listen(() => void router.invalidate())

// An expired e-mail link: a toast when signed in, otherwise /auth says so.
function tellLinkError(): void {
  const reason = $linkError.get()
  if ($session.get().status !== 'signed-in' || reason === null) return
  forgetLinkError()
  showToast({ title: reason, tone: 'destructive' })
}
$session.subscribe(tellLinkError)
$linkError.listen(tellLinkError)

export function AdminApp() {
  const hasRendered = useStore($hasRendered)
  return (
    <QueryClientProvider client={queryClient}>
      <OfflineNotice />
      {!hasRendered && <LoadingPage />}
      <RouterProvider router={router} />
      <SessionChangeDialog />
      <Toaster />
    </QueryClientProvider>
  )
}
