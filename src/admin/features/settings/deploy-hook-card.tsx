import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type HookForm, hookFormSchema } from '../../../domain/site/settings.ts'
import { attempt } from '../../resources/describe-error.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { FormField } from '../../ui/fields/form-field.tsx'
import { formatDateTime } from '../../ui/dates/format.ts'
import { type StatusTone, StatusDot } from '../../ui/layout/status-dot.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { useFormSend } from '../../ui/keys/use-one-at-a-time.ts'
import {
  type DeployHook,
  type HookCall,
  deployHookQuery,
  hookCallQuery,
  useSaveHook,
} from './data/settings.ts'

export function DeployHookCard() {
  return (
    <Card title="Deploy Hook">
      <p className="mb-3 text-sm text-soft">
        For a site on a static host: each publish calls this address, and the host builds the site. Anyone who
        has the address can start builds, so it is kept secret: you can replace it, nobody can read it.
      </p>
      <Hook />
    </Card>
  )
}

function Hook() {
  const { data, error, refetch } = useQuery(deployHookQuery)
  if (data === undefined)
    return <QueryError title="Failed to load the deploy hook" error={error} refetch={refetch} />
  return <HookEditor hook={data} />
}

function HookEditor({ hook }: { hook: DeployHook | null }) {
  const [isRemoving, setRemoving] = useState(false)
  const { mutateAsync, isPending } = useSaveHook()
  const { control, handleSubmit, reset } = useForm<HookForm>({
    resolver: zodResolver(hookFormSchema),
    defaultValues: { url: '' },
  })
  const host = hook?.hook_host ?? null

  const save = async (url: string | null) => {
    await attempt(
      'Failed to save the deploy hook',
      async () => {
        await mutateAsync({ url, opened: hook })
        reset()
        showToast({ title: url === null ? 'Deploy hook removed' : 'Deploy hook saved' })
      },
      {
        conflict: 'It was changed somewhere else. Look at it and try again.',
        denied: 'Only a super admin sets it.',
      },
    )
    setRemoving(false)
  }

  const send = useFormSend(handleSubmit(({ url }) => save(url)))

  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-3">
      <p>
        <StatusDot tone={host === null ? 'idle' : 'live'}>
          {host === null || hook === null
            ? 'Not set'
            : `Set, at ${host}, since ${formatDateTime(hook.updated_at)}`}
        </StatusDot>
      </p>
      {host !== null && <LastCall />}
      <FormField
        control={control}
        name="url"
        label={host === null ? 'Address of the Hook' : 'Replace by'}
        type="password"
        autoComplete="off"
        placeholder="https://"
      />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" isPending={isPending && !isRemoving}>
          {host === null ? 'Save Hook' : 'Replace Hook'}
        </Button>
        {host !== null && (
          <Button variant="ghost" onPress={() => setRemoving(true)}>
            Remove Hook
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isRemoving}
        title="Remove the deploy hook?"
        confirmLabel="Remove"
        tone="destructive"
        isPending={isPending}
        onConfirm={() => void save(null)}
        onCancel={() => setRemoving(false)}
      >
        A publish no longer starts a build at {host}. To set the hook again you need its address.
      </ConfirmDialog>
    </form>
  )
}

const CALLS: Readonly<Record<HookCall['status'], { tone: StatusTone; text: string }>> = {
  sent: { tone: 'busy', text: 'Called, not answered yet' },
  accepted: { tone: 'live', text: 'Accepted by the host' },
  retrying: { tone: 'waiting', text: 'Not accepted, will be called again' },
  failed: { tone: 'failed', text: 'Not accepted' },
  impossible: { tone: 'failed', text: 'Cannot be called' },
}

/** The last call of the hook, and why the host did not accept it. */
function LastCall() {
  const { data } = useQuery(hookCallQuery)
  if (data === undefined || data === null) return null
  const { tone, text } = CALLS[data.status]
  const attempts = data.attempts === 1 ? '' : `, attempt ${data.attempts}`
  const when = data.status === 'impossible' ? '' : `, ${formatDateTime(data.called_at)}${attempts}`
  return (
    <div>
      <StatusDot tone={tone}>{`${text}${when}`}</StatusDot>
      {data.error !== null && (
        <p className="mt-1 text-xs [overflow-wrap:anywhere] text-madder">{data.error}</p>
      )}
    </div>
  )
}
