import type { ListPage } from '../../data/list-search.ts'
import { type Column, DataTable } from '../../resources/data-table.tsx'
import { formatDay } from '../../ui/format.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { type AuthorWithoutAccount, AUTHORS_PAGE_SIZE } from './data/users.ts'

const COLUMNS: readonly Column<AuthorWithoutAccount>[] = [
  {
    header: 'Name',
    cellClassName: 'w-full max-w-0 @2xl:w-1/2',
    cell: ({ name, email }) => (
      <>
        <span title={name} className="block truncate font-semibold">
          {name}
        </span>
        <span className="block truncate text-sm @2xl:hidden">
          <Email email={email} />
        </span>
      </>
    ),
  },
  {
    header: 'Email',
    className: 'hidden @2xl:table-cell',
    cellClassName: 'w-1/2 max-w-0 truncate',
    cell: ({ email }) => <Email email={email} />,
  },
  {
    header: 'Created',
    cellClassName: 'text-sm whitespace-nowrap text-soft',
    cell: ({ created_at }) => formatDay(created_at),
  },
]

/** The authors without an account; Sync invites those with an e-mail address. */
export function AuthorsWithoutAccount({
  data: { rows, total },
  page,
  onPage,
}: {
  data: ListPage<AuthorWithoutAccount>
  page: number
  onPage: (page: number) => void
}) {
  return (
    <section aria-labelledby="missing-heading" className="flex flex-col gap-3">
      <h2 id="missing-heading" className="text-lg font-semibold">
        Authors Without Accounts
      </h2>
      {total === 0 ? (
        <p className="rounded-lg border border-rule bg-card px-4 py-3 text-sm text-soft">
          Every author has an account.
        </p>
      ) : (
        <div className="@container">
          <DataTable label="Authors Without Accounts" columns={COLUMNS} rows={rows} />
        </div>
      )}
      {total > AUTHORS_PAGE_SIZE && (
        <Pagination page={page} pageSize={AUTHORS_PAGE_SIZE} total={total} noun="authors" onPage={onPage} />
      )}
    </section>
  )
}

function Email({ email }: { email: string | null }) {
  if (email === null) return <span className="text-soft">None: cannot be invited</span>
  return <span title={email}>{email}</span>
}
