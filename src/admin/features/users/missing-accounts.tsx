import { formatDay } from '../../ui/local-date-time.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'
import type { LonelyAuthor } from './data/user-overview.ts'
import { MISSING_PAGE_SIZE } from './users-search.ts'

/** The authors that no account belongs to; Sync reaches those with an address. */
export function MissingAccounts({
  rows,
  total,
  page,
  onPage,
}: {
  rows: readonly LonelyAuthor[]
  total: number
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
        <>
          <div className="@container">
            <Table label="Authors Without Accounts">
              <thead>
                <tr>
                  <HeadCell>Name</HeadCell>
                  <HeadCell className="hidden @2xl:table-cell">Email</HeadCell>
                  <HeadCell>Created</HeadCell>
                </tr>
              </thead>
              <tbody className="[&>tr:last-child>td]:border-b-0">
                {rows.map(({ id, name, email, created_at }) => (
                  <tr key={id}>
                    <Cell className="w-full max-w-0 @2xl:w-1/2">
                      <span title={name} className="block truncate font-semibold">
                        {name}
                      </span>
                      <span className="block truncate text-sm @2xl:hidden">
                        <Address email={email} />
                      </span>
                    </Cell>
                    <Cell className="hidden w-1/2 max-w-0 truncate @2xl:table-cell">
                      <Address email={email} />
                    </Cell>
                    <Cell className="text-sm whitespace-nowrap text-soft">{formatDay(created_at)}</Cell>
                  </tr>
                ))}
              </tbody>
            </Table>
          </div>
          {total > MISSING_PAGE_SIZE && (
            <Pagination
              page={page}
              pageSize={MISSING_PAGE_SIZE}
              total={total}
              noun="authors"
              onPage={onPage}
            />
          )}
        </>
      )}
    </section>
  )
}

function Address({ email }: { email: string | null }) {
  if (email === null) return <span className="text-soft">None: cannot be invited</span>
  return <span title={email}>{email}</span>
}
