import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $sessionChange } from '../session/session.ts'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'

/** Confirmation before a link in the address replaces the signed-in person by another. */
export function SessionChangeDialog() {
  const change = useStore($sessionChange)
  const [isPending, setPending] = useState(false)
  if (change === null) return null
  const accept = async () => {
    setPending(true)
    await change.accept().finally(() => setPending(false))
  }
  return (
    <ConfirmDialog
      isOpen
      title={`You are signed in as ${change.present}`}
      confirmLabel={`Sign In as ${change.linked}`}
      cancelLabel="Stay Signed In"
      isPending={isPending}
      onConfirm={() => void accept()}
      onCancel={change.refuse}
    >
      <p>
        {`This link signs in ${change.linked}. Stay signed in unless you asked for it: what you write in an account, everybody who can sign in to it can read.`}
      </p>
    </ConfirmDialog>
  )
}
