import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { RefreshCw, UserPlus, UserRoundCheck } from 'lucide-react'
import { useState } from 'react'
import { can } from '../../../domain/role.ts'
import { serverText } from '../../data/describe-error.ts'
import { useProfile } from '../../session/use-auth.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.ts'
import { TopBarActions } from '../../ui/top-bar.tsx'
import { useSyncAuthors } from './data/change-users.ts'
import { userListQuery, type UserRow } from './data/user-list.ts'
import { authorsWithoutAccountQuery, userOverviewQuery } from './data/user-overview.ts'
import { MissingAccounts } from './missing-accounts.tsx'
import { RemoveUserDialog } from './remove-user-dialog.tsx'
import { UserTable } from './user-table.tsx'
import { toUsersQuery, USERS_PAGE_SIZE, type UsersSearch } from './users-search.ts'

const AddUserDialog = lazyPart(async () => (await import('./add-user-dialog.tsx')).AddUserDialog)
const ChangeRoleDialog = lazyPart(async () => (await import('./change-role-dialog.tsx')).ChangeRoleDialog)

const route = getRouteApi('/admin/users')

/** Accounts and roles (admin spec §2). */
export function UsersScreen() {
  const { role } = useProfile()
  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-4 p-4 md:gap-5 md:p-7">
      <ScreenTitle>Users</ScreenTitle>
      {can(role, 'users.read') ? <Users /> : <EmptyState title="You don't have permission to view users." />}
    </div>
  )
}

type OpenDialog = { kind: 'add' } | { kind: 'role' | 'remove'; user: UserRow }

function Users() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = toUsersQuery(search)
  const { missing: missingPage = 1 } = search
  const list = useQuery(userListQuery(query))
  const overview = useQuery(userOverviewQuery)
  const missing = useQuery(authorsWithoutAccountQuery(missingPage))
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)

  const change = (part: UsersSearch) => {
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true })
  }
  const isError = list.isError || overview.isError || missing.isError
  const refresh = () => void Promise.all([list.refetch(), overview.refetch(), missing.refetch()])

  return (
    <>
      <TopBarActions>
        <Button
          variant="primary"
          onPress={() => setDialog({ kind: 'add' })}
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
        <search aria-label="Users" className="min-w-full flex-1 lg:max-w-md lg:min-w-0">
          <SearchBox
            label="Search users"
            text={query.text}
            onText={(text) => change({ q: text || undefined, page: undefined })}
          />
        </search>
        <Button isPending={list.isFetching} onPress={refresh} className="min-h-9.5">
          <RefreshCw aria-hidden className={`size-4 ${list.isFetching ? 'animate-spin' : ''}`} />
          Refresh
        </Button>
        <SyncButton />
      </div>
      {isError ? (
        <ErrorState title="Failed to load users" onRetry={refresh} />
      ) : list.data === undefined || missing.data === undefined ? (
        <Loading />
      ) : (
        <>
          <MissingAccounts
            rows={missing.data.rows}
            total={missing.data.total}
            page={missingPage}
            onPage={(page) => change({ missing: page === 1 ? undefined : page })}
          />
          <section aria-labelledby="users-heading" className="flex flex-col gap-3">
            <h2 id="users-heading" className="text-lg font-semibold">
              All Users
            </h2>
            {list.data.rows.length === 0 ? (
              <EmptyState
                title="No users found"
                action={
                  <Link to="/admin/users" search={{}} className={buttonClass()}>
                    Show All Users
                  </Link>
                }
              />
            ) : (
              <div
                aria-busy={list.isPlaceholderData}
                onPointerEnter={ChangeRoleDialog.preload}
                onFocus={ChangeRoleDialog.preload}
                className={`transition-opacity duration-200 ${list.isPlaceholderData ? 'opacity-60' : ''}`}
              >
                <UserTable
                  rows={list.data.rows}
                  onChangeRole={(user) => setDialog({ kind: 'role', user })}
                  onRemove={(user) => setDialog({ kind: 'remove', user })}
                />
              </div>
            )}
            {list.data.total > 0 && (
              <Pagination
                page={query.page}
                pageSize={USERS_PAGE_SIZE}
                total={list.data.total}
                noun="users"
                onPage={(page) => change({ page: page === 1 ? undefined : page })}
              />
            )}
          </section>
        </>
      )}
      {dialog?.kind === 'add' && <AddUserDialog onClose={close} />}
      {dialog?.kind === 'role' && <ChangeRoleDialog user={dialog.user} onClose={close} />}
      {dialog?.kind === 'remove' && <RemoveUserDialog user={dialog.user} onClose={close} />}
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

function Loading() {
  return (
    <div role="status" className="flex flex-col gap-2.5">
      <span className="sr-only">Loading users…</span>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} className="h-14" />
      ))}
    </div>
  )
}

/** Gives every author an account; whoever has an address and none is invited by mail. */
function SyncButton() {
  const sync = useSyncAuthors()
  const run = async () => {
    try {
      const { invitedCount, createdCount } = await sync.mutateAsync()
      showToast({
        title: 'Sync complete',
        description: `Invited ${invitedCount}, created ${createdCount}`,
      })
    } catch (error) {
      showToast({
        title: 'Sync failed',
        description: serverText(error, 'Error running sync'),
        tone: 'destructive',
      })
    }
  }
  return (
    <Button isPending={sync.isPending} onPress={() => void run()} className="min-h-9.5">
      <UserRoundCheck aria-hidden className="size-4" />
      {sync.isPending ? 'Syncing…' : 'Sync Authors to Users'}
    </Button>
  )
}
