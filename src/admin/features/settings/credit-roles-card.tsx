import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Plus } from 'lucide-react'
import { useState } from 'react'
import { adminClient } from '../../../backend/admin-client.ts'
import { type CreditRole, creditRoleSchema, creditRoleType } from '../../../domain/story/credit.ts'
import { creditRolesQuery } from '../../story/credits/credit-queries.ts'
import { useEntityMutation } from '../../data/requests/entity-mutation.ts'
import { parseRow } from '../../data/requests/postgrest.ts'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { attempt } from '../../resources/describe-error.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { RowFormDialog, useRowForm } from '../../resources/row-form.tsx'
import { deleteAction, editAction, RowMenu } from '../../resources/row-menu.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { FormField } from '../../ui/fields/form-field.tsx'
import { moved, useMovableRows } from '../../ui/layout/movable-rows.tsx'
import { addRole, changeRole, deleteRole, orderRoles } from './data/credit-roles.ts'

type Open = { kind: 'edit'; role: CreditRole | null } | { kind: 'delete'; role: CreditRole }

/** The roles that people can have in stories: added, renamed, ordered, deleted. */
export function CreditRolesCard() {
  const { data: roles, error, refetch } = useQuery(creditRolesQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <Card title="Credit Roles">
      <p className="mb-3 text-sm text-soft">
        The parts that people can have in a story. The byline stands before their names.
      </p>
      {error && roles === undefined && (
        <QueryError title="Failed to load the roles" error={error} refetch={refetch} />
      )}
      {roles !== undefined && (
        <div className="flex flex-col items-start gap-3">
          <RoleList roles={roles} onOpen={setOpen} />
          <Button size="sm" onPress={() => setOpen({ kind: 'edit', role: null })}>
            <Plus aria-hidden className="size-4" />
            New Role
          </Button>
          {open?.kind === 'edit' && (
            <RoleDialog
              role={open.role}
              position={1 + Math.max(-1, ...roles.map(({ position }) => position))}
              onClose={close}
            />
          )}
          {open?.kind === 'delete' && <DeleteRoleDialog role={open.role} onClose={close} />}
        </div>
      )}
    </Card>
  )
}

function RoleList({ roles, onOpen }: { roles: readonly CreditRole[]; onOpen: (open: Open) => void }) {
  const { mutateAsync } = useEntityMutation(['credit_roles'], orderRoles)
  /** All roles in their new order, while one of them is being moved. */
  const [moving, setMoving] = useState<readonly CreditRole[] | null>(null)
  const shown = moving ?? roles
  const order = async (ordered: readonly CreditRole[]) => {
    // The next order is sent after this one, when these are the positions that are stored.
    const now = ordered.map((role, position) => ({ ...role, position }))
    setMoving(now)
    await attempt('Failed to move role', () => mutateAsync(ordered))
    setMoving((latest) => (latest === now ? null : latest))
  }
  const { list, change } = useMovableRows({
    items: shown,
    onChange: (ordered) => void order(ordered),
    nameOf: (place) => shown[place]?.name ?? '',
  })
  const move = (place: number, by: 1 | -1) => {
    const to = place + by
    // The focus goes with the role, and to the other arrow where it can go no further.
    const isLast = to === (by === 1 ? shown.length - 1 : 0)
    change(moved(shown, place, to), to, `[data-by="${isLast ? -by : by}"]`)
  }
  return (
    <ol {...list} aria-label="Credit roles" className="w-full divide-y divide-rule">
      {shown.map((role, place) => {
        const { id, name, byline, is_words } = role
        const buttons = [
          {
            icon: ArrowUp,
            label: `Move ${name} up`,
            by: -1,
            isDisabled: place === 0,
            press: () => move(place, -1),
          },
          {
            icon: ArrowDown,
            label: `Move ${name} down`,
            by: 1,
            isDisabled: place === shown.length - 1,
            press: () => move(place, 1),
          },
        ]
        return (
          <li key={id} className="flex items-center gap-2 py-1.5">
            <span className="min-w-0 flex-1">
              <b className="block truncate font-semibold">{name}</b>
              <span className="block truncate text-sm text-soft">
                {byline} …{is_words && ' · the writers'}
              </span>
            </span>
            {buttons.map(({ icon: Icon, label, by, isDisabled, press }) => (
              <Button
                key={label}
                variant="ghost"
                size="icon"
                aria-label={label}
                data-by={by}
                isDisabled={isDisabled}
                onPress={press}
                className="size-8!"
              >
                <Icon aria-hidden className="size-4" />
              </Button>
            ))}
            <RowMenu
              name={name}
              actions={[
                editAction(() => onOpen({ kind: 'edit', role })),
                ...(is_words ? [] : [deleteAction(() => onOpen({ kind: 'delete', role }))]),
              ]}
            />
          </li>
        )
      })}
    </ol>
  )
}

const DUPLICATE = { duplicate: 'Another role has this name' }

function RoleDialog({
  role,
  position,
  onClose,
}: {
  role: CreditRole | null
  position: number
  onClose: () => void
}) {
  const rowForm = useRowForm({
    noun: 'role',
    row: role,
    tokenOf: ({ name, byline }) => JSON.stringify([name, byline]),
    toForm: (row) => (row === null ? creditRoleType.blank() : creditRoleType.formOf(row, {})),
    type: creditRoleType,
    changes: ['credit_roles'],
    save: (_, form, base) => (base === null ? addRole(form, position) : changeRole(base, form)),
    load: async (id) =>
      parseRow(
        creditRoleSchema,
        await adminClient().from('credit_roles').select(creditRoleType.select).eq('id', id).single(),
      ),
    plan: (opened, form) => (opened === null ? [] : [{ table: 'credit_roles', id: opened.id, row: form }]),
    errorWords: () => DUPLICATE,
    duplicateField: () => 'name',
    onSaved: onClose,
  })
  const { control } = rowForm.form
  return (
    <RowFormDialog
      rowForm={rowForm}
      title={role === null ? 'Create New Role' : 'Edit Role'}
      saveLabel={role === null ? 'Create' : 'Update'}
      conflictText={({ name, byline }) => (
        <p>{`It is “${name}” with the byline “${byline}” by now. Yours has not been saved.`}</p>
      )}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <FormField
          control={control}
          name="name"
          label="Name"
          placeholder="Photographs"
          isRequired
          autoFocus
        />
        <FormField
          control={control}
          name="byline"
          label="Byline"
          placeholder="photographs by"
          description="As it stands within a byline, before the names"
          isRequired
        />
      </div>
    </RowFormDialog>
  )
}

function DeleteRoleDialog({ role: { id, name }, onClose }: { role: CreditRole; onClose: () => void }) {
  return (
    <DeleteDialog
      noun="role"
      changes={['credit_roles', 'templates']}
      planned={[{ table: 'credit_roles', id, row: null }]}
      onDelete={() => deleteRole(id)}
      onClose={onClose}
    >
      <p>{`“${name}” can no longer be chosen. A role that stories have cannot be deleted.`}</p>
    </DeleteDialog>
  )
}
