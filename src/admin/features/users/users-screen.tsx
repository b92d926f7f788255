import { useQuery } from '@tanstack/react-query'
import { RefreshCw, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useEntityMutation } from '../../data/requests/entity-mutation.ts'
import { toPagedQuery } from '../../data/requests/list-search.ts'
import { type Column, CREATED, DataTable } from '../../resources/data-table.tsx'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { attempt, toastError } from '../../resources/describe-error.ts'
import { ListResults, ListSearch, useListScreen } from '../../resources/list-screen.tsx'
import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { Badge } from '../../ui/layout/badge.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Skeleton } from '../../ui/layout/states.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { ScreenTitle, TopBarActions } from '../../ui/layout/top-bar.tsx'
import {
  type AuthorWithoutAccount,
  type UserRow,
  authorsWithoutAccountQuery,
  confirmName,
  removeFactor,
  userListQuery,
  userOverviewQuery,
} from './data/users.ts'
import { RemoveUserDialog } from './remove-user-dialog.tsx'
import { SyncButton } from './sync-button.tsx'
import { UserList } from './user-list.tsx'
import { toMissingQuery, usersSearchSchema } from './users-search.ts'

const AddUserDialog = lazyPart(async () => (await import('./add-user-dialog.tsx')).AddUserDialog)
const ChangeRoleDialog = lazyPart(async () => (await import('./change-role-dialog.tsx')).ChangeRoleDialog)

type Open = { kind: 'add' } | { kind: 'role' | 'remove' | 'factor' | 'name'; user: UserRow }

/** The accounts, and the authors that have none. */
export function UsersScreen() {
  const users = useListScreen(usersSearchSchema, toPagedQuery, userListQuery)
  const missing = useListScreen(usersSearchSchema, toMissingQuery, authorsWithoutAccountQuery, 'missing')
  const overview = useQuery(userOverviewQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)

  const refresh = () => {
    users.refetch()
    missing.refetch()
    void overview.refetch()
  }

  return (
    <ScreenBox className="md:gap-5">
      <ScreenTitle>Users</ScreenTitle>
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
        !overview.isLoadingError && !missing.isLoadingError && <Skeleton className="h-6 w-80 max-w-full" />
      )}
      <div className="flex flex-wrap gap-2.5">
        <ListSearch title="Users" screen={users} className="min-w-full flex-1 lg:max-w-md lg:min-w-0" />
        <Button isPending={users.isFetching} onPress={refresh} className="min-h-9.5">
          <RefreshCw aria-hidden className={`size-4 ${users.isFetching ? 'animate-spin' : ''}`} />
          Refresh
        </Button>
        <SyncButton />
      </div>
      <section aria-labelledby="users-heading" className="flex flex-col gap-3">
        <h2 id="users-heading" className="text-lg font-semibold">
          All Users
        </h2>
        <ListResults
          screen={{ ...users, refetch: refresh }}
          noun="users"
          emptyTitle="No users found"
          skeleton={{ count: 8, className: 'h-14' }}
          keepsScroll
          onApproach={ChangeRoleDialog.preload}
        >
          {(rows) => (
            <UserList
              rows={rows}
              onConfirmName={(user) => setOpen({ kind: 'name', user })}
              onChangeRole={(user) => setOpen({ kind: 'role', user })}
              onRemove={(user) => setOpen({ kind: 'remove', user })}
              onRemoveFactor={(user) => setOpen({ kind: 'factor', user })}
            />
          )}
        </ListResults>
      </section>
      <section aria-labelledby="missing-heading" className="flex flex-col gap-3">
        <h2 id="missing-heading" className="text-lg font-semibold">
          Authors Without Accounts
        </h2>
        <ListResults
          screen={{ ...missing, refetch: refresh }}
          noun="authors"
          errorTitle="Failed to load authors without accounts"
          emptyTitle="Every author has an account."
          isUsuallyEmpty
          skeleton={{ count: 1, className: 'h-12' }}
          keepsScroll
        >
          {(rows) => <DataTable label="Authors Without Accounts" columns={MISSING_COLUMNS} rows={rows} />}
        </ListResults>
      </section>
      {open?.kind === 'add' && <AddUserDialog onClose={close} />}
      {open?.kind === 'role' && <ChangeRoleDialog user={open.user} onClose={close} />}
      {open?.kind === 'remove' && <RemoveUserDialog user={open.user} onClose={close} />}
      {open?.kind === 'factor' && <RemoveFactorDialog user={open.user} onClose={close} />}
      {open?.kind === 'name' && <ConfirmNameDialog user={open.user} onClose={close} />}
    </ScreenBox>
  )
}

/** Until it is confirmed, a name is marked in the admin, and is in no mail. */
function ConfirmNameDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const name = user.full_name ?? ''
  const confirm = useEntityMutation(['users', 'authors', 'name_requests', 'comment_threads'], confirmName)
  const save = () =>
    attempt(
      'Failed to save the name',
      async () => {
        await confirm.mutateAsync(user)
        showToast({ title: 'Name confirmed' })
        onClose()
      },
      { conflict: 'The name was changed in the meantime.' },
    )
  return (
    <ConfirmDialog
      isOpen
      title={`Is this account ${name}?`}
      confirmLabel="Confirm Name"
      isPending={confirm.isPending}
      onConfirm={() => void save()}
      onCancel={onClose}
    >
      <p className="[overflow-wrap:anywhere]">
        {`${user.email ?? 'The account'} chose the name ${name}. Colleagues then see it without a note, and mails say it. If an author without an account has this name, the account gets the author page.`}
      </p>
    </ConfirmDialog>
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

/** For a person who has lost the device with their codes. */
function RemoveFactorDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const name = user.full_name ?? user.email ?? 'this user'
  return (
    <DeleteDialog
      noun="second factor"
      title={`Remove two-factor authentication of ${name}?`}
      changes={['users']}
      confirmLabel="Remove"
      done={{ title: 'Two-factor authentication removed', description: `${name} signs in by password again` }}
      onDelete={() => removeFactor(user.id)}
      onError={(error) => toastError('Failed to remove two-factor authentication', error)}
      onClose={onClose}
    >
      <p>
        The password alone then opens this account, and its sessions end. Make sure that it is {name} who asks
        for it.
      </p>
    </DeleteDialog>
  )
}

/** The authors without an account; Sync invites the ones with an e-mail address. */
const MISSING_COLUMNS: readonly Column<AuthorWithoutAccount>[] = [
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

function Email({ email }: { email: string | null }) {
  if (email === null) return <span className="text-soft">None: cannot be invited</span>
  return <span title={email}>{email}</span>
}
