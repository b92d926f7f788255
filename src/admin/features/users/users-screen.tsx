import { useQuery } from '@tanstack/react-query'
import { RefreshCw, UserPlus, UserRoundCheck } from 'lucide-react'
import { useState } from 'react'
import { storyCountQuery } from '../../data/articles.ts'
import { type ListPage, toPagedQuery } from '../../data/list-search.ts'
import { type Column, CREATED, DataTable } from '../../resources/data-table.tsx'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { toastError } from '../../resources/describe-error.ts'
import {
  ListResults,
  ListSearch,
  ListSkeleton,
  ScreenBox,
  useListScreen,
} from '../../resources/list-screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { ScreenTitle, TopBarActions } from '../../ui/top-bar.tsx'
import { showToast } from '../../ui/toast.ts'
import {
  type AuthorWithoutAccount,
  type UserRow,
  authorsWithoutAccountQuery,
  isAuthor,
  removeUser,
  userListQuery,
  userOverviewQuery,
  useSyncAuthors,
} from './data/users.ts'
import { syncToast } from './sync-outcome.ts'
import { UserList } from './user-list.tsx'
import { usersSearchSchema } from './users-search.ts'

const AddUserDialog = lazyPart(async () => (await import('./add-user-dialog.tsx')).AddUserDialog)
const ChangeRoleDialog = lazyPart(async () => (await import('./change-role-dialog.tsx')).ChangeRoleDialog)

export function UsersScreen() {
  return (
    <ScreenBox className="md:gap-5">
      <ScreenTitle>Users</ScreenTitle>
      <Users />
    </ScreenBox>
  )
}

type Open = { kind: 'add' } | { kind: 'role' | 'remove'; user: UserRow }

function Users() {
  const screen = useListScreen(usersSearchSchema, toPagedQuery, userListQuery)
  const { missing: missingPage = 1 } = screen.search
  const overview = useQuery(userOverviewQuery)
  const missing = useQuery(authorsWithoutAccountQuery(missingPage))
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)

  const isError = screen.isError || overview.isError || missing.isError
  const refresh = () => {
    screen.refetch()
    void overview.refetch()
    void missing.refetch()
  }

  return (
    <>
      <TopBarActions>
        <Button
          variant="primary"
          onPress={() => setOpen({ kind: 'add' })}
          onHoverStart={AddUserDialog.preload}
          onFocus={AddUserDialog.preload}
        >
          <UserPlus aria-hidden className="size-4" />
          Add User
        </Button>
      </TopBarActions>
      {overview.data !== undefined && missing.data !== undefined ? (
        <Overview {...overview.data} missing={missing.data.total} />
      ) : (
        !isError && <Skeleton className="h-6 w-80 max-w-full" />
      )}
      <div className="flex flex-wrap gap-2.5">
        <ListSearch title="Users" screen={screen} className="min-w-full flex-1 lg:max-w-md lg:min-w-0" />
        <Button isPending={screen.isFetching} onPress={refresh} className="min-h-9.5">
          <RefreshCw aria-hidden className={`size-4 ${screen.isFetching ? 'animate-spin' : ''}`} />
          Refresh
        </Button>
        <SyncButton />
      </div>
      {isError ? (
        <ErrorState title="Failed to load users" onRetry={refresh} />
      ) : screen.data === undefined || missing.data === undefined ? (
        <ListSkeleton noun="users" className="h-14" />
      ) : (
        <>
          <AuthorsWithoutAccount
            data={missing.data}
            page={missingPage}
            onPage={(page) =>
              screen.goTo({ missing: page === 1 ? undefined : page }, { replace: true, resetScroll: false })
            }
          />
          <section aria-labelledby="users-heading" className="flex flex-col gap-3">
            <h2 id="users-heading" className="text-lg font-semibold">
              All Users
            </h2>
            <ListResults
              screen={screen}
              noun="users"
              errorTitle="Failed to load users"
              emptyTitle="No users found"
              keepsScroll
              onApproach={ChangeRoleDialog.preload}
            >
              {(rows) => (
                <UserList
                  rows={rows}
                  onChangeRole={(user) => setOpen({ kind: 'role', user })}
                  onRemove={(user) => setOpen({ kind: 'remove', user })}
                />
              )}
            </ListResults>
          </section>
        </>
      )}
      {open?.kind === 'add' && <AddUserDialog onClose={close} />}
      {open?.kind === 'role' && <ChangeRoleDialog user={open.user} onClose={close} />}
      {open?.kind === 'remove' && <RemoveUserDialog user={open.user} onClose={close} />}
    </>
  )
}

function Overview({ users, authors, missing }: { users: number; authors: number; missing: number }) {
  return (
    <ul aria-label="Overview" className="flex flex-wrap gap-2">
      <li>
        <Badge>{`Total Users: ${users}`}</Badge>
      </li>
      <li>
        <Badge>{`Total Authors: ${authors}`}</Badge>
      </li>
      <li>
        <Badge variant={missing > 0 ? 'destructive' : 'outline'}>{`Missing Accounts: ${missing}`}</Badge>
      </li>
    </ul>
  )
}

/** Gives every author an account: those with an e-mail address and no account are invited. */
function SyncButton() {
  const { mutateAsync, isPending } = useSyncAuthors()
  const sync = async () => {
    try {
      showToast(syncToast(await mutateAsync()))
    } catch (error) {
      toastError('Sync failed', error, { otherwise: 'Error running sync' })
    }
  }
  return (
    <Button isPending={isPending} onPress={() => void sync()} className="min-h-9.5">
      <UserRoundCheck aria-hidden className="size-4" />
      {isPending ? 'Syncing…' : 'Sync Authors to Users'}
    </Button>
  )
}

/** Confirmation dialog for the deletion of an account; says what happens to its stories. */
function RemoveUserDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const stories = useQuery(storyCountQuery(user.id))
  const name = user.full_name ?? user.email ?? 'This user'
  return (
    <DeleteDialog
      noun="user"
      title={`Remove ${name}?`}
      changes={['users', 'authors', 'articles']}
      confirmLabel="Remove"
      done={{ title: 'User removed', description: `${name} can no longer sign in` }}
      onDelete={() => removeUser(user.id)}
      onError={(error) => toastError('Failed to remove the user', error)}
      onClose={onClose}
    >
      <div className="flex flex-col gap-2">
        <p>{user.email ?? name} can no longer sign in. This cannot be undone.</p>
        <p>{storiesText(stories.data)}</p>
        {isAuthor(user) && <p>The author page stays and is listed as without an account.</p>}
      </div>
    </DeleteDialog>
  )
}

/** `count` is undefined while it is not known. */
function storiesText(count: number | undefined): string {
  if (count === 0) return 'No story belongs to this account.'
  const stories =
    count === undefined
      ? 'Their stories stay'
      : count === 1
        ? 'Their 1 story stays'
        : `Their ${count} stories stay`
  return `${stories}, without a byline until you give them another author.`
}

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
  CREATED,
]

/** The authors without an account; Sync invites those with an e-mail address. */
function AuthorsWithoutAccount({
  data: { rows, total, pageSize },
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
      {total > pageSize && (
        <Pagination page={page} pageSize={pageSize} total={total} noun="authors" onPage={onPage} />
      )}
    </section>
  )
}

function Email({ email }: { email: string | null }) {
  if (email === null) return <span className="text-soft">None: cannot be invited</span>
  return <span title={email}>{email}</span>
}
