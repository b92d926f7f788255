import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { showToast } from '../ui/toast.ts'
import { Toaster } from '../ui/toaster.tsx'
import { $linkError, $session, forgetLinkError, startSession } from '../session/session.ts'
import { AuthProvider } from '../session/use-auth.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { createQueryClient } from './query-client.ts'
import { createAdminRouter } from './router.tsx'

const queryClient = createQueryClient()
// Before the router takes the address, of which a mailed link leaves nothing.
startSession()
const router = createAdminRouter()

// What one person may see, the next at this machine may not.
let person: string | null = null
$session.subscribe((session) => {
  const next = session.status === 'signed-in' ? session.user.id : null
  if (session.status === 'loading' || next === person) return
  if (person !== null) queryClient.clear()
  person = next
})

// Whoever is signed in anyway is told in passing of a mailed link that has run out; the others by /auth.
$session.subscribe(({ status }) => {
  const reason = $linkError.get()
  if (status !== 'signed-in' || reason === null) return
  forgetLinkError()
  showToast({ title: reason, tone: 'destructive' })
})

/** The staff's whole application: /auth and everything under /admin. */
export function AdminApp() {
  return (
    <QueryClientProvider client={queryClient}>
      <AuthProvider>
        <OfflineNotice />
        <RouterProvider router={router} />
        <Toaster />
      </AuthProvider>
    </QueryClientProvider>
  )
}
