import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { showToast } from '../ui/toast.ts'
import { Toaster } from '../ui/toaster.tsx'
import { $session, startSession } from '../session/session.ts'
import { AuthProvider } from '../session/use-auth.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { createQueryClient } from './query-client.ts'
import { createAdminRouter } from './router.tsx'

const queryClient = createQueryClient()
const linkError = new URLSearchParams(location.hash.slice(1)).get('error_description')
const router = createAdminRouter()

startSession()

// What one person may see, the next at this machine may not.
let person: string | null = null
$session.subscribe((session) => {
  const next = session.status === 'signed-in' ? session.user.id : null
  if (session.status === 'loading' || next === person) return
  if (person !== null) queryClient.clear()
  person = next
})

// A mailed link that has run out comes back with the reason in the address.
if (linkError !== null) showToast({ title: linkError, tone: 'destructive' })

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
