import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { type PageStatus, PAGE_STATUS_LABELS } from '../../../domain/sections/page.ts'
import { type Column, actionsColumn, DataTable } from '../../resources/data-table.tsx'
import { deleteRow } from '../../data/requests/update-row.ts'
import { toastError } from '../../resources/describe-error.ts'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { ListResults, ListScreen, useListScreen } from '../../resources/list-screen.tsx'
import { deleteAction, editAction, RowMenu } from '../../resources/row-menu.tsx'
import { Day } from '../../ui/dates/day.tsx'
import { type StatusTone, StatusDot } from '../../ui/layout/status-dot.tsx'
import { type PagePlace, type PageRow, pageListQuery, pagesBelowQuery } from './data/pages.ts'
import { PageDialog, PageEditor } from './page-dialog.tsx'
import { addressOf } from './page-places.ts'
import { type PagesQuery, pagesSearchSchema, toPagesQuery } from './pages-search.ts'

const TONES: Readonly<Record<PageStatus, StatusTone>> = {
  draft: 'idle',
  review: 'waiting',
  published: 'live',
}

/** The static pages, for all roles: the database decides on saving and deleting. */
export function PagesScreen() {
  const screen = useListScreen(pagesSearchSchema, toPagesQuery, pageListQuery)
  const { edit } = screen.search
  const [deleting, setDeleting] = useState<PageRow | null>(null)
  const above = screen.data?.above ?? []
  const open = (id: string) => screen.goTo({ edit: id })
  // The dialog has already confirmed that unsaved changes are discarded.
  const close = () => screen.goTo({ edit: undefined }, { ignoreBlocker: true })

  const columns: Column<PageRow, PagesQuery['sort']>[] = [
    {
      header: 'Title',
      sort: 'title',
      headClassName: 'w-full',
      cellClassName: 'w-full max-w-0',
      cell: (row) => (
        <>
          <Link
            to="/admin/pages"
            search={(before) => ({ ...before, edit: row.id })}
            className="line-clamp-2 rounded-sm font-serif text-lg leading-tight [overflow-wrap:anywhere] hover:underline"
          >
            {row.title}
          </Link>
          <span className="mt-0.5 block @2xl:hidden">
            <Address row={row} above={above} />
          </span>
        </>
      ),
    },
    {
      header: 'Address',
      className: 'hidden @2xl:table-cell',
      cellClassName: 'max-w-72',
      cell: (row) => <Address row={row} above={above} />,
    },
    {
      header: 'Parent',
      className: 'hidden @3xl:table-cell',
      cellClassName: 'max-w-48',
      cell: (row) => (
        <span className="line-clamp-2 text-sm text-soft">
          {above.find(({ id }) => id === row.parent_id)?.title}
        </span>
      ),
    },
    {
      header: 'Status',
      sort: 'status',
      cellClassName: 'whitespace-nowrap',
      cell: ({ status }) => <StatusDot tone={TONES[status]}>{PAGE_STATUS_LABELS[status]}</StatusDot>,
    },
    {
      header: 'Changed',
      sort: 'updated_at',
      first: 'desc',
      className: 'hidden @xl:table-cell',
      cellClassName: 'text-sm whitespace-nowrap text-soft',
      cell: ({ updated_at }) => <Day iso={updated_at} />,
    },
    actionsColumn((row) => (
      <RowMenu
        name={row.title}
        actions={[editAction(() => open(row.id)), deleteAction(() => setDeleting(row))]}
      />
    )),
  ]

  return (
    <ListScreen
      title="Pages"
      screen={screen}
      create={{ label: 'Page', onPress: () => open('new'), onApproach: PageEditor.preload }}
    >
      <ListResults
        screen={screen}
        noun="pages"
        errorTitle="Failed to fetch pages"
        emptyTitle="No pages found."
      >
        {(rows) => <DataTable label="Pages" columns={columns} rows={rows} list={screen} />}
      </ListResults>
      {edit !== undefined && <PageDialog key={edit} id={edit === 'new' ? null : edit} onClose={close} />}
      {deleting !== null && (
        <DeletePageDialog page={deleting} above={above} onClose={() => setDeleting(null)} />
      )}
    </ListScreen>
  )
}

/** The address of a page; of a published one as a link to the site. */
function Address({ row, above }: { row: PageRow; above: readonly PagePlace[] }) {
  const address = addressOf(row, above)
  if (address === null) return <span className="text-sm text-soft">None</span>
  if (row.status !== 'published') return <span className="block truncate text-sm text-soft">{address}</span>
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className="flex min-w-0 items-center gap-1.5 rounded-sm text-sm hover:underline"
    >
      <span className="truncate">{address}</span>
      <ExternalLink aria-hidden className="size-3.5 shrink-0 text-soft" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
}

/** Confirmation dialog for the deletion of a page; lists the pages below it, which move up. */
function DeletePageDialog({
  page,
  above,
  onClose,
}: {
  page: PageRow
  above: readonly PagePlace[]
  onClose: () => void
}) {
  const below = useQuery(pagesBelowQuery(page.id))
  const address = addressOf(page, above)
  return (
    <DeleteDialog
      noun="page"
      changes={['pages']}
      planned={[{ table: 'pages', id: page.id, row: null }]}
      onDelete={() => deleteRow('pages', page.id)}
      onError={(error) =>
        toastError('Failed to delete page', error, {
          duplicate: 'A page below it cannot move up: another page has its address there.',
        })
      }
      uses={{
        query: below,
        errorText: 'Failed to load the pages below it',
        text: ({ total }) => total > 0 && <p>The pages below it stay and move to the top:</p>,
        list: (uses) => uses.total > 0 && <PagesBelow {...uses} />,
      }}
      onClose={onClose}
    >
      <p>
        <strong className="font-semibold">{page.title}</strong> cannot be brought back.
      </p>
      {page.status === 'published' && address !== null && (
        <p>{`Readers will no longer find anything at ${address}.`}</p>
      )}
    </DeleteDialog>
  )
}

function PagesBelow({ total, pages }: { total: number; pages: readonly PagePlace[] }) {
  return (
    <ul className="list-disc pl-5">
      {pages.map(({ id, title, slug }) => (
        <li key={id}>{`${title}, then at /${slug}`}</li>
      ))}
      {total > pages.length && <li>{`and ${total - pages.length} more`}</li>}
    </ul>
  )
}
