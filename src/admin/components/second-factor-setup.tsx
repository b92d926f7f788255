import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { BackendError } from '../../backend/errors.ts'
import { loadFailureText } from '../session/own-profile.ts'
import {
  type NewFactor,
  codeMessage,
  startSecondFactor,
  verifySecondFactor,
} from '../session/second-factor.ts'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/form-error.tsx'
import { FormField } from '../ui/form-field.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { useFormSend } from '../ui/use-one-at-a-time.ts'

/** The QR code for an authenticator app, and the field for its first code, which switches the second factor on. */
export function SecondFactorSetup({ onDone, after }: { onDone: () => void; after?: ReactNode }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['account', 'new-factor'],
    queryFn: startSecondFactor,
    // The same code while this is open, another one the next time.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (error !== null) {
    const reason = error instanceof BackendError ? loadFailureText(error) : undefined
    return <ErrorState title="The code could not be made" detail={reason} onRetry={() => void refetch()} />
  }
  return (
    <div className="flex flex-col gap-5">
      <ol className="flex list-decimal flex-col gap-4 pl-5 marker:font-semibold">
        <li>
          Open an authenticator app on your phone, such as Aegis, 2FAS, Google Authenticator or your password
          manager, and scan this code.
          {data === undefined ? (
            <Skeleton className="mt-3 size-48" />
          ) : (
            <>
              <img
                src={data.qrCode}
                alt="QR code for the authenticator app"
                className="mt-3 size-48 rounded-md bg-[white] p-2.5"
              />
              <Secret secret={data.secret} />
            </>
          )}
        </li>
        <li>Enter the six digits that the app shows.</li>
      </ol>
      {data !== undefined && <FirstCode factor={data} onDone={onDone} />}
      {after}
    </div>
  )
}

function Secret({ secret }: { secret: string }) {
  return (
    <p className="mt-2 text-sm text-soft">
      No camera? Enter this key instead:{' '}
      <code className="[overflow-wrap:anywhere] text-ink">{secret.match(/.{1,4}/g)?.join(' ')}</code>
    </p>
  )
}

export const codeSchema = z.object({
  code: z.string().check(
    z.overwrite((code) => code.replace(/\s/g, '')),
    z.regex(/^\d{6}$/, 'A code has six digits'),
  ),
})

/** The props of a field for a code. */
export const CODE_FIELD = {
  name: 'code',
  label: 'Code',
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  maxLength: 7,
} as const

function FirstCode({ factor, onDone }: { factor: NewFactor; onDone: () => void }) {
  const [failure, setFailure] = useState<string | null>(null)
  const { control, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(codeSchema),
    defaultValues: { code: '' },
  })
  const send = useFormSend(
    handleSubmit(async ({ code }) => {
      setFailure(null)
      try {
        await verifySecondFactor(code, factor.id)
        onDone()
      } catch (error) {
        reset()
        setFailure(error instanceof BackendError ? codeMessage(error) : 'An unexpected error occurred')
      }
    }),
  )
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4">
      <FormField control={control} {...CODE_FIELD} className="max-w-48" />
      <FormError message={failure} />
      <Button type="submit" variant="primary" className="self-start" isPending={formState.isSubmitting}>
        Switch On
      </Button>
    </form>
  )
}
