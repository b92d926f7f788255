import { MailX } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { emailCheck, withAsciiDomain } from '../../../domain/readers/email.ts'
import { SUBSCRIBER_LIMITS } from '../../../domain/readers/subscriber.ts'
import { pagedSearchSchema, toPagedQuery } from '../../data/requests/list-search.ts'
import { useEntityMutation } from '../../data/requests/entity-mutation.ts'
import { type Column, actionsColumn, TableOrCards } from '../../resources/data-table.tsx'
import { attempt } from '../../resources/describe-error.ts'
import { type OpenDialog, ListResults, ListScreen, useListScreen } from '../../resources/list-screen.tsx'
import { RowFormDialog, useRowForm } from '../../resources/row-form.tsx'
import { RowMenu } from '../../resources/row-menu.tsx'
import { formatDateTime } from '../../ui/dates/format.ts'
import { FormField } from '../../ui/fields/form-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { useScreenActions } from '../../ui/layout/screen-actions.ts'
import { TopBarActions } from '../../ui/layout/top-bar.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { type Stopped, liftStop, stopAddress, stoppedQuery } from './data/stopped.ts'
import { useTopicNames } from './data/topics.ts'

const REASONS: Readonly<Record<Stopped['reason'], string>> = {
  hard: 'A letter came back: there is no such mailbox',
  complaint: 'The reader called a letter spam',
  manual: 'Stopped by the staff',
}

/** The addresses that get no letters, and why: mails of sign-in and of subscriptions reach them. */
export function StoppedScreen() {
  const screen = useListScreen(pagedSearchSchema, toPagedQuery, stoppedQuery)
  const topics = useTopicNames()
  const lift = useEntityMutation(['suppressions', 'letters'], liftStop)
  const [open, setOpen] = useState<OpenDialog<Stopped> | null>(null)
  const stop = () => setOpen({ kind: 'edit', row: null })
  useScreenActions([{ id: 'create', label: 'Stop an Address', icon: MailX, onAction: stop }])
  const letAgain = (row: Stopped) =>
    attempt('Letters were not let through', async () => {
      await lift.mutateAsync(row)
      showToast({
        title: `${row.email ?? 'This address'} gets letters again`,
        description: 'Where its reader is subscribed.',
      })
    })
  const whyOf = ({ reason, topic }: Stopped) =>
    `${REASONS[reason]}${topic === null ? '' : `: ${topics[topic]}`}`
  const menuOf = (row: Stopped) => (
    <RowMenu
      name={row.email ?? 'an erased address'}
      actions={[{ id: 'lift', label: 'Let Letters Through', onAction: () => void letAgain(row) }]}
    />
  )
  const columns: readonly Column<Stopped>[] = [
    {
      header: 'Address',
      headClassName: 'w-1/2',
      cellClassName: 'min-w-40 font-semibold [overflow-wrap:anywhere]',
      cell: ({ email }) => email ?? <span className="font-normal text-soft">Erased</span>,
    },
    {
      header: 'Why',
      headClassName: 'w-1/2',
      cellClassName: 'min-w-40 text-sm',
      cell: whyOf,
    },
    {
      header: 'Since',
      className: 'hidden @2xl:table-cell',
      cellClassName: 'text-sm whitespace-nowrap text-soft tabular-nums',
      cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
    },
    actionsColumn(menuOf),
  ]
  return (
    <ListScreen
      title="Stopped Addresses"
      intro="Addresses that get no letters. Mails of sign-in and of subscriptions still reach them."
      screen={screen}
    >
      <TopBarActions>
        <Button variant="primary" onPress={stop}>
          <MailX aria-hidden className="size-4" />
          Stop an Address
        </Button>
      </TopBarActions>
      <ListResults
        screen={screen}
        noun="addresses"
        emptyTitle="No address is stopped"
        emptyDetail="An address comes here when a letter to it comes back for good, or its reader calls one spam. You can stop one by hand, too."
        emptyAction={
          <Button onPress={stop}>
            <MailX aria-hidden className="size-4" />
            Stop an Address
          </Button>
        }
        noMatchTitle="No addresses match."
      >
        {(rows) => (
          <TableOrCards
            label="Stopped Addresses"
            columns={columns}
            rows={rows}
            minWidth={560}
            card={(row) => (
              <li key={row.id} className="flex items-start justify-between gap-3 p-3.5">
                <div className="min-w-0">
                  <p className="font-semibold [overflow-wrap:anywhere]">{row.email ?? 'Erased'}</p>
                  <p className="text-sm text-soft">{whyOf(row)}</p>
                </div>
                {menuOf(row)}
              </li>
            )}
          />
        )}
      </ListResults>
      {open !== null && <StopDialog onClose={() => setOpen(null)} />}
    </ListScreen>
  )
}

const formSchema = z.object({ email: z.string() })
const STOP_TYPE = { version: 1, form: formSchema, decode: (stored: unknown) => formSchema.parse(stored) }
const checkedSchema = z.object({
  email: z
    .string()
    .check(
      z.trim(),
      z.maxLength(SUBSCRIBER_LIMITS.email),
      emailCheck('This is not an e-mail address'),
      z.overwrite(withAsciiDomain),
    ),
})

function StopDialog({ onClose }: { onClose: () => void }) {
  const rowForm = useRowForm({
    noun: 'address',
    row: null,
    toForm: () => ({ email: '' }),
    type: STOP_TYPE,
    schema: checkedSchema,
    changes: ['suppressions', 'letters'],
    save: (_, form) => stopAddress(form),
    savedText: 'Letters to this address are stopped',
    onSaved: onClose,
  })
  return (
    <RowFormDialog rowForm={rowForm} title="Stop an Address" saveLabel="Stop Letters" onClose={onClose}>
      <FormField
        control={rowForm.form.control}
        name="email"
        label="Address"
        type="email"
        isRequired
        autoFocus
        description="It gets no letter any more. The subscription stays as it is."
      />
    </RowFormDialog>
  )
}
