import { Ellipsis, ShieldCheck, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { can } from '../../../domain/role.ts'
import { useProfile } from '../../session/use-auth.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDay } from '../../ui/local-date-time.ts'
import { Menu } from '../../ui/menu.tsx'
import { RoleBadge } from '../../components/role-badge.tsx'
import { Cell, HeadCell, Table } from '../../ui/table.tsx'
import { useIsNarrow } from '../../ui/use-is-narrow.ts'
import { isAuthor, type UserRow } from './data/user-list.ts'

interface Props {
  rows: readonly UserRow[]
  onChangeRole: (row: UserRow) => void
  onRemove: (row: UserRow) => void
}

/** In pixels; what the columns need. */
const TABLE_FROM = 720

/** The users as a table, where that is too wide as a list. */
export function UserTable(props: Props) {
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = useIsNarrow(box, TABLE_FROM)
  return (
    <div ref={box}>
      {isNarrow === true && <UserCards {...props} />}
      {isNarrow === false && <WideTable {...props} />}
    </div>
  )
}

function WideTable(props: Props) {
  const { id: own, role } = useProfile()
  const manages = can(role, 'users.manage')
  return (
    <Table label="All Users">
      <thead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell>Email</HeadCell>
          <HeadCell>Role</HeadCell>
          <HeadCell>Author?</HeadCell>
          <HeadCell>Created</HeadCell>
          {manages && (
            <HeadCell>
              <span className="sr-only">Actions</span>
            </HeadCell>
          )}
        </tr>
      </thead>
      <tbody className="[&>tr:last-child>td]:border-b-0">
        {props.rows.map((row) => (
          <tr key={row.id} className="hover:bg-paper">
            <Cell className="max-w-60 truncate font-semibold">
              <Name row={row} own={own} />
            </Cell>
            <Cell className="max-w-72 truncate">
              {row.email === null ? '-' : <span title={row.email}>{row.email}</span>}
            </Cell>
            <Cell>
              <RoleBadge role={row.role} />
            </Cell>
            <Cell>{isAuthor(row) ? 'Yes' : <span className="text-soft">-</span>}</Cell>
            <Cell className="text-sm whitespace-nowrap text-soft">{formatDay(row.created_at)}</Cell>
            {manages && (
              <Cell className="pr-2 text-right">{row.id !== own && <Actions {...props} row={row} />}</Cell>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function UserCards(props: Props) {
  const { id: own, role } = useProfile()
  return (
    <ul aria-label="All Users" className="divide-y divide-rule rounded-lg border border-rule bg-card">
      {props.rows.map((row) => (
        <li key={row.id} className="flex items-start gap-3 p-3.5">
          <div className="flex min-w-0 flex-1 flex-col items-start gap-1.5">
            <p className="line-clamp-2 max-w-full font-semibold break-words">
              <Name row={row} own={own} />
            </p>
            <p className="line-clamp-3 max-w-full text-sm break-words text-soft">
              {row.email} · {formatDay(row.created_at)}
            </p>
            <span className="flex gap-2">
              <RoleBadge role={row.role} />
              {isAuthor(row) && <Badge variant="outline">Author</Badge>}
            </span>
          </div>
          {can(role, 'users.manage') && row.id !== own && <Actions {...props} row={row} />}
        </li>
      ))}
    </ul>
  )
}

function Name({ row, own }: { row: UserRow; own: string }) {
  return (
    <>
      {row.full_name === null ? (
        <span className="font-normal text-soft">Without a name</span>
      ) : (
        <span title={row.full_name}>{row.full_name}</span>
      )}
      {row.id === own && <span className="font-normal text-soft"> (you)</span>}
    </>
  )
}

function Actions({ row, onChangeRole, onRemove }: Omit<Props, 'rows'> & { row: UserRow }) {
  const label = `Actions for ${row.full_name ?? row.email ?? 'this user'}`
  return (
    <Menu
      label={label}
      trigger={
        <Button variant="ghost" size="icon" aria-label={label}>
          <Ellipsis aria-hidden className="size-4.5" />
        </Button>
      }
      actions={[
        { id: 'role', label: 'Change Role', icon: ShieldCheck, onAction: () => onChangeRole(row) },
        { id: 'remove', label: 'Remove', icon: Trash2, tone: 'destructive', onAction: () => onRemove(row) },
      ]}
    />
  )
}
