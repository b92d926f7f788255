import { useState } from 'react'
import { type Role, assignableRoles, ROLE_LABELS } from '../../../domain/people/role.ts'
import { attempt } from '../../resources/describe-error.ts'
import { FormDialog } from '../../resources/form-dialog.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { Select } from '../../ui/fields/select.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { type UserRow, useChangeRole } from './data/users.ts'

const ROLE_DESCRIPTIONS: Readonly<Record<Role, string>> = {
  viewer: 'Sees what is public.',
  contributor: 'Writes stories and submits them for review; uploads media.',
  editor: 'Publishes every story; keeps categories, pages, authors, subscribers and styles.',
  super_admin: 'Everything, with users, roles, settings and deletion.',
}

export function ChangeRoleDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const { role: own } = useProfile()
  const [role, setRole] = useState(user.role)
  const change = useChangeRole()
  const name = user.full_name ?? user.email ?? 'this user'

  const save = () =>
    attempt('Failed to change the role', async () => {
      await change.mutateAsync({ id: user.id, role })
      showToast({ title: 'Role changed', description: `${name} is now ${ROLE_LABELS[role]}` })
      onClose()
    })

  return (
    <FormDialog
      title={`Role of ${name}`}
      saveLabel="Change Role"
      pendingLabel="Change Role"
      isDirty={role !== user.role}
      isPending={change.isPending}
      isDisabled={role === user.role}
      onSubmit={save}
      onClose={onClose}
    >
      <Select
        label="Role"
        value={role}
        onChange={setRole}
        description={ROLE_DESCRIPTIONS[role]}
        options={assignableRoles(own).map((id) => ({ id, label: ROLE_LABELS[id] }))}
      />
    </FormDialog>
  )
}
