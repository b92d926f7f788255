import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import * as z from 'zod/mini'
import type { AdapterName } from '../../../domain/letters/letter-requests.ts'
import { can } from '../../../domain/people/role.ts'
import { isEmail } from '../../../domain/readers/email.ts'
import { orEmpty } from '../../../domain/rows/field.ts'
import { formatNumber } from '../../../domain/text/format-number.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { RowFormDialog, savedSinceText, useRowForm } from '../../resources/row-form.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { FormField } from '../../ui/fields/form-field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Fact, FactList } from '../../ui/layout/fact-list.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { senderProblem } from './letter-words.ts'
import { SenderCheck, isChecked } from './sender-check.tsx'
import { type Sender, saveSender, senderQuery, senderStatusQuery } from './data/sender.ts'

/** How letters are sent: seen by editors, changed by super admins. */
export function SenderDialog({ onClose }: { onClose: () => void }) {
  const { role } = useProfile()
  const { data: sender, isLoadingError, error, refetch } = useQuery(senderQuery)
  if (sender !== undefined && can(role, 'settings.write'))
    return <SenderForm sender={{ ...sender, id: 'sender' }} onClose={onClose} />
  return (
    <Dialog
      isOpen
      size="sm"
      title="Sender"
      onClose={onClose}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      {isLoadingError ? (
        <QueryError title="Failed to load the sender" error={error} refetch={refetch} />
      ) : sender === undefined ? (
        <div role="status">
          <span className="sr-only">Loading the sender…</span>
          <Skeleton className="h-40" />
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          <SenderState />
          <FactList layout="rows">
            <Fact name="Name">{sender.from_name || 'The name of the magazine'}</Fact>
            <Fact name="Answers go to">{sender.reply_to ?? 'The address that letters come from'}</Fact>
            <Fact name="Mails a minute">{rateText(sender.per_minute)}</Fact>
            <Fact name="Domain">
              {sender.has_sent_before ? 'Has sent letters before' : 'New to mail servers'}
            </Fact>
          </FactList>
          <p className="text-sm text-soft">Only a super admin changes these.</p>
        </div>
      )}
    </Dialog>
  )
}

const MAX_NAME = 120

const formSchema = z.object({
  from_name: z.string().check(z.maxLength(MAX_NAME, `Name must be at most ${MAX_NAME} characters`)),
  reply_to: z.string().check(orEmpty(isEmail, 'This is not an e-mail address')),
  per_minute: z.nullable(z.number()),
  has_sent_before: z.boolean(),
})
type SenderForm = z.infer<typeof formSchema>

const SENDER_TYPE = { version: 1, form: formSchema, decode: (stored: unknown) => formSchema.parse(stored) }

const formOf = (sender: Sender | null): SenderForm => ({
  ...{ from_name: sender?.from_name ?? '', reply_to: sender?.reply_to ?? '' },
  ...{ per_minute: sender?.per_minute ?? null, has_sent_before: sender?.has_sent_before ?? false },
})

function SenderForm({ sender, onClose }: { sender: Sender & { id: string }; onClose: () => void }) {
  const client = useQueryClient()
  const rowForm = useRowForm({
    noun: 'sender',
    row: sender,
    tokenOf: ({ version }) => version,
    toForm: formOf,
    type: SENDER_TYPE,
    changes: ['letter_sender', 'letters'],
    save: (opened, { from_name, reply_to, ...rest }) =>
      saveSender(Number(opened?.token), {
        ...rest,
        from_name: from_name.trim(),
        reply_to: reply_to.trim() || null,
      }),
    load: async () => ({ ...(await client.fetchQuery({ ...senderQuery, staleTime: 0 })), id: 'sender' }),
    onSaved: onClose,
  })
  const { control } = rowForm.form
  const rate = useController({ control, name: 'per_minute' }).field
  const known = useController({ control, name: 'has_sent_before' }).field
  return (
    <RowFormDialog
      rowForm={rowForm}
      title="Sender"
      saveLabel="Save"
      conflictText={savedSinceText}
      onClose={onClose}
    >
      <SenderState />
      <FormField
        control={control}
        name="from_name"
        label="Name"
        description="Readers see it as the sender. The name of the magazine when empty."
      />
      <FormField
        control={control}
        name="reply_to"
        label="Answers Go To"
        type="email"
        placeholder="letters@example.com"
        description="The address that letters come from when empty."
      />
      <Select
        label="Mails a Minute"
        options={ratesWith(rate.value).map((id) => ({
          id,
          label: rateText(id === null ? null : Number(id)),
        }))}
        value={rate.value === null ? null : String(rate.value)}
        onChange={(id) => rate.onChange(id === null ? null : Number(id))}
        description="As many as your mail server or provider allows."
      />
      <div>
        <Switch
          label="This Domain Has Sent Letters Before"
          isSelected={known.value}
          onChange={known.onChange}
          onBlur={known.onBlur}
          aria-describedby="sender-domain-note"
          className="font-semibold"
        />
        <p id="sender-domain-note" aria-live="polite" className="mt-0.5 pr-14 text-sm text-soft">
          {known.value
            ? 'A letter goes to all its readers as fast as the rate allows.'
            : 'Mail servers distrust a domain that suddenly sends many mails: 200 go out on its first day, and more each day.'}
        </p>
      </div>
    </RowFormDialog>
  )
}

const RATES = [60, 300, 600, 1200, 3000]

/** The rates to choose from, with the stored one; null: no limit. */
const ratesWith = (stored: number | null): (string | null)[] => [
  ...[...new Set([...RATES, ...(stored === null ? [] : [stored])])].toSorted((a, b) => a - b).map(String),
  null,
]

const rateText = (perMinute: number | null): string =>
  perMinute === null ? 'As fast as they are taken' : formatNumber(perMinute)

const ADAPTERS: Readonly<Record<AdapterName, string>> = {
  smtp: 'a mail server (SMTP)',
  resend: 'Resend',
  postmark: 'Postmark',
  mailbox: 'the mailbox of this machine, which sends nothing to anybody',
  none: 'nothing yet',
}

/** By what letters go out now. */
function SenderState() {
  const { data: status, error, isLoadingError, refetch } = useQuery(senderStatusQuery)
  if (isLoadingError) return <QueryError title="Letters cannot be sent now" error={error} refetch={refetch} />
  if (status === undefined) return <Skeleton className="h-10" />
  const { sent_by, adapter, address } = status
  const problem = senderProblem(status)
  return (
    <div className="flex flex-col gap-1 text-sm [overflow-wrap:anywhere]">
      {problem === null ? (
        <p>{`Letters go out by ${ADAPTERS[adapter]}${address === null ? '' : `, from ${address}`}.${sent_by === 'function' ? ' No publisher sends them: the functions hand over a part each minute.' : ''}`}</p>
      ) : (
        <p className="text-madder">{problem}</p>
      )}
      {problem === null && isChecked(adapter) && <SenderCheck />}
    </div>
  )
}
