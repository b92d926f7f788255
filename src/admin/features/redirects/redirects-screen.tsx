import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { readableAddress } from '../../../domain/site/address.ts'
import {
  type RedirectForm,
  REDIRECT_KIND_LABELS,
  redirectFormSchema,
  redirectType,
  normalizeAddress,
} from '../../../domain/site/redirect.ts'
import { type Column, actionsColumn, SORTED_CREATED, DataTable } from '../../resources/data-table.tsx'
import { deleteRow } from '../../data/requests/update-row.ts'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { type OpenDialog, ListResults, ListScreen, useListScreen } from '../../resources/list-screen.tsx'
import { RowFormDialog, useRowForm } from '../../resources/row-form.tsx'
import { deleteAction, RowMenu } from '../../resources/row-menu.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { FormField } from '../../ui/fields/form-field.tsx'
import { type RedirectRow, addRedirect, redirectRow, redirectListQuery } from './data/redirects.ts'
import { type RedirectsQuery, redirectsSearchSchema, toRedirectsQuery } from './redirects-search.ts'

const route = getRouteApi('/admin/redirects')

/** The old addresses of the site and where they lead, for editors. */
export function RedirectsScreen() {
  const screen = useListScreen(redirectsSearchSchema, toRedirectsQuery, redirectListQuery)
  const { add } = route.useSearch()
  const navigate = route.useNavigate()
  const [open, setOpen] = useState<OpenDialog<RedirectRow> | null>(
    add === undefined ? null : { kind: 'edit', row: null },
  )
  const [oldPath, setOldPath] = useState(add ?? '')
  const create = () => {
    setOldPath('')
    setOpen({ kind: 'edit', row: null })
  }
  const close = () => setOpen(null)

  useEffect(() => {
    // A form that has been changed would hold the address.
    if (add !== undefined)
      void navigate({ search: (search) => ({ ...search, add: undefined }), replace: true })
  }, [add, navigate])

  const columns: Column<RedirectRow, RedirectsQuery['sort']>[] = [
    {
      header: 'Old address',
      sort: 'old_path',
      headClassName: 'w-1/2',
      cellClassName: 'min-w-36 font-semibold [overflow-wrap:anywhere]',
      cell: ({ old_path }) => readableAddress(old_path),
    },
    {
      header: 'Leads to',
      headClassName: 'w-1/2',
      cellClassName: 'min-w-36 text-sm [overflow-wrap:anywhere]',
      cell: ({ target }) =>
        target === null ? (
          <span className="text-soft">Nothing that readers can see now</span>
        ) : (
          <a
            href={target}
            target="_blank"
            rel="noreferrer"
            className="rounded-sm underline decoration-rule underline-offset-4 hover:decoration-current"
          >
            {readableAddress(target)}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ),
    },
    {
      header: 'Reason',
      className: 'hidden @2xl:table-cell',
      cellClassName: 'text-sm whitespace-nowrap text-soft',
      cell: ({ kind }) => REDIRECT_KIND_LABELS[kind],
    },
    SORTED_CREATED,
    actionsColumn((row) => (
      <RowMenu
        name={readableAddress(row.old_path)}
        actions={[deleteAction(() => setOpen({ kind: 'delete', row }))]}
      />
    )),
  ]

  return (
    <ListScreen
      title="Redirects"
      intro="Old addresses, and where their visitors are led. A renamed story, page or tag gets one by itself."
      screen={screen}
      create={{ label: 'Redirect', onPress: create }}
    >
      <ListResults
        screen={screen}
        noun="redirects"
        emptyTitle="No redirects yet"
        emptyDetail="When an address changes, a redirect keeps its links and bookmarks working. Add one by hand for an address of an earlier site."
        emptyAction={<Button onPress={create}>Add a Redirect</Button>}
        noMatchTitle="No redirects match."
      >
        {(rows) => <DataTable label="Redirects" columns={columns} rows={rows} list={screen} />}
      </ListResults>
      {open?.kind === 'edit' && <NewRedirect oldPath={oldPath} onClose={close} />}
      {open?.kind === 'delete' && <DeleteRedirect redirect={open.row} onClose={close} />}
    </ListScreen>
  )
}

const ORIGINS = [__SITE_URL__, location.origin]
const schema = redirectFormSchema(ORIGINS)

function NewRedirect({ oldPath: given, onClose }: { oldPath: string; onClose: () => void }) {
  const rowForm = useRowForm({
    noun: 'redirect',
    row: null,
    newFor: given === '' ? null : given,
    toForm: () => ({ ...redirectType.blank(), old_path: given }),
    type: redirectType,
    schema,
    mode: 'onChange',
    changes: ['slug_redirects'],
    save: (_, form) => addRedirect(form),
    plan: (_, form) => [{ table: 'slug_redirects', id: null, row: redirectRow(form) }],
    duplicateField: () => 'old_path',
    onSaved: onClose,
  })
  const { control } = rowForm.form
  const [oldPath, target] = useWatch({ control, name: ['old_path', 'target'] })
  return (
    <RowFormDialog rowForm={rowForm} title="New Redirect" saveLabel="Create" onClose={onClose}>
      <FormField
        control={control}
        name="old_path"
        label="Old address"
        isRequired
        autoFocus
        placeholder="/summer-2019"
        description={savedAs(oldPath, 'old_path') ?? 'An address at which readers find nothing now.'}
      />
      <FormField
        control={control}
        name="target"
        label="Leads to"
        isRequired
        placeholder="/article/a-chair-by-the-window"
        description={savedAs(target, 'target') ?? 'An address of this site, or of another with https://.'}
      />
    </RowFormDialog>
  )
}

/** The address that is stored where it differs from the typed one. */
function savedAs(typed: string, field: keyof RedirectForm): string | null {
  const address = readableAddress(normalizeAddress(typed, ORIGINS, field))
  return address === typed.trim().normalize('NFC') ? null : `Saved as ${address}`
}

function DeleteRedirect({ redirect, onClose }: { redirect: RedirectRow; onClose: () => void }) {
  return (
    <DeleteDialog
      noun="redirect"
      changes={['slug_redirects']}
      planned={[{ table: 'slug_redirects', id: redirect.id, row: null }]}
      onDelete={() => deleteRow('slug_redirects', redirect.id)}
      onClose={onClose}
    >
      <p className="font-semibold [overflow-wrap:anywhere]">{readableAddress(redirect.old_path)}</p>
      <p className="mt-3">Visitors of this address, also from links on other sites, will see “Not Found”.</p>
    </DeleteDialog>
  )
}
