import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SecondFactorSetup } from '../../components/account/second-factor-setup.tsx'
import { invalidate } from '../../data/requests/entity-mutation.ts'
import { attempt } from '../../resources/describe-error.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { formatDay } from '../../ui/dates/format.ts'
import { Skeleton } from '../../ui/layout/states.tsx'
import { StatusDot } from '../../ui/layout/status-dot.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { secondFactorQuery, useRemoveSecondFactor } from './data/second-factor.ts'

export function SecondFactorCard() {
  const { data, isPending, error, refetch } = useQuery(secondFactorQuery)
  return (
    <Card title="Two-Factor Authentication">
      <p className="mb-3 text-sm text-soft">
        Signing in then takes your password and a code of an app: a stolen password alone opens nothing.
      </p>
      {isPending ? (
        <Skeleton className="h-16" />
      ) : data === undefined ? (
        <QueryError title="Failed to load two-factor authentication" error={error} refetch={refetch} />
      ) : data === null ? (
        <SwitchedOff />
      ) : (
        <SwitchedOn since={data} />
      )}
    </Card>
  )
}

function SwitchedOff() {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-col items-start gap-3">
      <StatusDot tone="idle">Off</StatusDot>
      <Button onPress={() => setOpen(true)}>Set Up</Button>
      {isOpen && (
        <Dialog isOpen onClose={() => setOpen(false)} title="Set Up Two-Factor Authentication" size="sm">
          <SecondFactorSetup
            onDone={() => {
              setOpen(false)
              showToast({
                title: 'Two-factor authentication is on',
                description: 'Your other sessions have ended.',
              })
              void invalidate(client, 'account')
            }}
          />
        </Dialog>
      )}
    </div>
  )
}

function SwitchedOn({ since }: { since: string }) {
  const [isRemoving, setRemoving] = useState(false)
  const { mutateAsync, isPending } = useRemoveSecondFactor()
  const remove = async () => {
    await attempt('Failed to switch two-factor authentication off', async () => {
      await mutateAsync(undefined)
      showToast({ title: 'Two-factor authentication is off' })
    })
    setRemoving(false)
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <StatusDot tone="live">{`On since ${formatDay(since)}`}</StatusDot>
      <Button onPress={() => setRemoving(true)}>Switch Off</Button>
      <ConfirmDialog
        isOpen={isRemoving}
        title="Switch two-factor authentication off?"
        confirmLabel="Switch Off"
        tone="destructive"
        isPending={isPending}
        onConfirm={() => void remove()}
        onCancel={() => setRemoving(false)}
      >
        Your password alone then opens your account. Where super admins must have a second factor, you are
        asked to set up another one.
      </ConfirmDialog>
    </div>
  )
}
