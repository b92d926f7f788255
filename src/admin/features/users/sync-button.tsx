import { UserRoundCheck } from 'lucide-react'
import { useState } from 'react'
import { attempt } from '../../resources/describe-error.ts'
import { Button } from '../../ui/layout/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { type SyncStep, readSyncSteps, useSyncAuthors } from './data/users.ts'
import { syncToast } from './sync-outcome.ts'

/**
 * Gives every author with an e-mail address an account: the account with this address, or an invitation to a new one. The
 * people it will mail are shown before.
 */
export function SyncButton() {
  const { mutateAsync, isPending } = useSyncAuthors()
  const [isReading, setReading] = useState(false)
  const [steps, setSteps] = useState<readonly SyncStep[] | null>(null)
  const failed = { otherwise: 'Error running sync' }

  const sync = () =>
    attempt(
      'Sync failed',
      async () => {
        showToast(syncToast(await mutateAsync()))
        setSteps(null)
      },
      failed,
    )
  const ask = async () => {
    setReading(true)
    await attempt(
      'Sync failed',
      async () => {
        const planned = await readSyncSteps()
        if (planned.some(({ action }) => action === 'invite')) setSteps(planned)
        else await sync()
      },
      failed,
    )
    setReading(false)
  }

  const isBusy = isPending || isReading
  return (
    <>
      <Button isPending={isBusy} onPress={() => void ask()} className="min-h-9.5">
        <UserRoundCheck aria-hidden className="size-4" />
        {isBusy ? 'Syncing…' : 'Sync Authors to Users'}
      </Button>
      <ConfirmDialog
        isOpen={steps !== null}
        title="Sync Authors to Users?"
        confirmLabel="Send and Sync"
        isPending={isPending}
        onConfirm={() => void sync()}
        onCancel={() => setSteps(null)}
      >
        <div className="flex flex-col gap-3">
          <Steps text="They get a mail that invites them to write:" steps={steps} action="invite" />
          <Steps
            text="They get the account that has their address, without a mail:"
            steps={steps}
            action="link"
          />
        </div>
      </ConfirmDialog>
    </>
  )
}

function Steps({
  text,
  steps,
  action,
}: {
  text: string
  steps: readonly SyncStep[] | null
  action: SyncStep['action']
}) {
  const people = (steps ?? []).filter((step) => step.action === action)
  if (people.length === 0) return null
  return (
    <div className="flex flex-col gap-1.5">
      <p>{text}</p>
      <ul aria-label={text} className="flex max-h-48 flex-col gap-2 overflow-auto">
        {people.map(({ name, email }) => (
          <li key={email} className="flex flex-col [overflow-wrap:anywhere]">
            <span className="font-semibold">{name}</span> <span className="text-sm text-soft">{email}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
