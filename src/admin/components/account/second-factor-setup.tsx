import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { BackendError } from '../../../backend/errors.ts'
import { loadFailureText } from '../../session/own-profile.ts'
import { startSecondFactor } from '../../session/second-factor.ts'
import { FormField } from '../../ui/fields/form-field.tsx'
import { ErrorState, Skeleton } from '../../ui/layout/states.tsx'
import { CodeForm } from './code-form.tsx'

/** The QR code for an authenticator app, and the field for its first code, which switches the second factor on. */
export function SecondFactorSetup({ onDone, after }: { onDone: () => void; after?: ReactNode }) {
  const { data, isLoadingError, error, refetch } = useQuery({
    queryKey: ['account', 'new-factor'],
    queryFn: startSecondFactor,
    // The same code while this is open, another one the next time.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (isLoadingError) {
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
      {data !== undefined && (
        <CodeForm factorId={data.id} onVerified={onDone} submitLabel="Switch On" submitClassName="self-start">
          {(field) => <FormField {...field} className="max-w-48" />}
        </CodeForm>
      )}
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
