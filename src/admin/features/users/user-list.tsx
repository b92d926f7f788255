import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, ShieldCheck, ShieldOff } from 'lucide-react'
import { UNCONFIRMED } from '../../../domain/newsroom/notification.ts'
import { can } from '../../../domain/people/role.ts'
import { RoleBadge } from '../../components/account/role-badge.tsx'
import { type Column, actionsColumn, CREATED, NONE, TableOrCards } from '../../resources/data-table.tsx'
import { deleteAction, RowMenu } from '../../resources/row-menu.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import type { MenuAction } from '../../ui/overlays/menu.tsx'
import { formatDay } from '../../ui/dates/format.ts'
import { type UserRow, accountsWithFactorQuery, isAuthor } from './data/users.ts'

export function UserList({
  rows,
  onConfirmName,
  onChangeRole,
  onRemove,
  onRemoveFactor,
}: {
  rows: readonly UserRow[]
  onConfirmName: (row: UserRow) => void
  onChangeRole: (row: UserRow) => void
  onRemove: (row: UserRow) => void
  onRemoveFactor: (row: UserRow) => void
}) {
  const { id: ownId, role } = useProfile()
  const manages = can(role, 'users.manage')
  const { data: withFactor } = useQuery(accountsWithFactorQuery)
  const actionsOf = (row: UserRow): MenuAction[] => {
    const actions: MenuAction[] = []
    if (row.id === ownId) return actions
    if (isUnconfirmed(row))
      actions.push({
        id: 'name',
        label: 'Confirm Name',
        icon: BadgeCheck,
        onAction: () => onConfirmName(row),
      })
    if (!manages) return actions
    actions.push({ id: 'role', label: 'Change Role', icon: ShieldCheck, onAction: () => onChangeRole(row) })
    if (withFactor?.has(row.id))
      actions.push({
        id: 'factor',
        label: 'Remove Two-Factor Authentication',
        icon: ShieldOff,
        onAction: () => onRemoveFactor(row),
      })
    return [...actions, deleteAction(() => onRemove(row), 'Remove')]
  }
  const menu = (row: UserRow) => {
    const actions = actionsOf(row)
    return (
      actions.length > 0 && <RowMenu name={row.full_name ?? row.email ?? 'this user'} actions={actions} />
    )
  }

  const columns: Column<UserRow>[] = [
    {
      header: 'Name',
      cellClassName: 'max-w-60 truncate font-semibold',
      cell: (row) => <Name row={row} isOwn={row.id === ownId} />,
    },
    {
      header: 'Email',
      cellClassName: 'max-w-72 truncate',
      cell: ({ email }) => (email === null ? NONE : <span title={email}>{email}</span>),
    },
    {
      header: 'Role',
      cell: (row) => (
        <span className="flex items-center gap-1.5">
          <RoleBadge role={row.role} />
          {withFactor?.has(row.id) && <FactorMark />}
        </span>
      ),
    },
    { header: 'Author?', cell: (row) => (isAuthor(row) ? 'Yes' : NONE) },
    CREATED,
  ]
  if (manages || rows.some((row) => actionsOf(row).length > 0))
    columns.push(actionsColumn((row) => <span className="flex justify-end">{menu(row)}</span>))

  return (
    <TableOrCards
      label="All Users"
      columns={columns}
      rows={rows}
      minWidth={720}
      card={(row) => (
        <li key={row.id} className="flex items-start gap-3 p-3.5">
          <div className="flex min-w-0 flex-1 flex-col items-start gap-1.5">
            <p className="line-clamp-2 max-w-full font-semibold break-words">
              <Name row={row} isOwn={row.id === ownId} />
            </p>
            <p className="line-clamp-3 max-w-full text-sm break-words text-soft">
              {row.email} · {formatDay(row.created_at)}
            </p>
            <span className="flex gap-2">
              <RoleBadge role={row.role} />
              {withFactor?.has(row.id) && <FactorMark />}
              {isAuthor(row) && <Badge variant="outline">Author</Badge>}
            </span>
          </div>
          {menu(row)}
        </li>
      )}
    />
  )
}

const isUnconfirmed = ({ full_name, name_confirmed }: UserRow) =>
  !name_confirmed && (full_name ?? '').trim() !== ''

function Name({ row, isOwn }: { row: UserRow; isOwn: boolean }) {
  const { full_name } = row
  return (
    <>
      {full_name === null ? (
        <span className="font-normal text-soft">Without a name</span>
      ) : (
        <span title={full_name}>{full_name}</span>
      )}
      {isOwn && <span className="font-normal text-soft"> (you)</span>}
      {isUnconfirmed(row) && <span className="font-normal text-soft">{UNCONFIRMED}</span>}
    </>
  )
}

/** Says that the account has two-factor authentication. */
function FactorMark() {
  return (
    <span title="Two-factor authentication" className="self-center text-soft">
      <ShieldCheck aria-hidden className="size-4" />
      <span className="sr-only">Two-factor authentication</span>
    </span>
  )
}
