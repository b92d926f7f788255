import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useController, useForm } from 'react-hook-form'
import { passwordAdvice } from '../../../domain/people/password.ts'
import { assignableRoles, ROLE_LABELS } from '../../../domain/people/role.ts'
import { useMinPasswordLength } from '../../data/people/password-setting.ts'
import { describeError } from '../../resources/describe-error.ts'
import { useProfile } from '../../session/use-profile.ts'
import { FormSelect } from '../../resources/form-select.tsx'
import { FormDialog } from '../../resources/form-dialog.tsx'
import { FormField } from '../../ui/fields/form-field.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { useCreateUser } from './data/users.ts'
import { type NewUser, lacksField, newUserSchema, NO_USER } from './new-user.ts'

/** Creates an account with a password, or invites the person; the role cannot be higher than one's own. */
export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const { role: own } = useProfile()
  const create = useCreateUser()
  const minPassword = useMinPasswordLength()
  const [failure, setFailure] = useState<string | null>(null)
  const { control, handleSubmit, formState, getValues } = useForm<NewUser>({
    resolver: zodResolver(newUserSchema(minPassword)),
    defaultValues: NO_USER,
  })

  const invite = useController({ control, name: 'invite' }).field

  const submit = handleSubmit(
    async (user) => {
      setFailure(null)
      try {
        await create.mutateAsync(user)
        showToast(
          user.invite
            ? { title: 'Invitation sent', description: `${user.email} gets a mail to choose a password` }
            : {
                title: 'User created',
                description: `Successfully created user account for ${user.email}`,
              },
        )
        onClose()
      } catch (error) {
        const reason = describeError(error, { otherwise: 'An error occurred while creating the user' })
        setFailure(reason)
        showToast({ title: 'Failed to create user', description: reason, tone: 'destructive' })
      }
    },
    () => {
      if (lacksField(getValues())) {
        showToast({ title: 'Please fill in all required fields', tone: 'destructive' })
      }
    },
  )

  return (
    <FormDialog
      title="Add User"
      saveLabel={invite.value ? 'Send Invitation' : 'Create User'}
      pendingLabel={invite.value ? 'Sending…' : 'Saving…'}
      isDirty={formState.isDirty}
      isPending={formState.isSubmitting}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormField
        control={control}
        name="email"
        label="Email"
        type="email"
        autoComplete="off"
        isRequired
        autoFocus
      />
      <FormField control={control} name="full_name" label="Full Name" autoComplete="off" isRequired />
      <Switch label="Send an invitation by mail" isSelected={invite.value} onChange={invite.onChange} />
      {!invite.value && (
        <FormField
          control={control}
          name="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          description={passwordAdvice(minPassword)}
          isRequired
        />
      )}
      <FormSelect
        control={control}
        name="role"
        label="Role"
        options={assignableRoles(own).map((id) => ({ id, label: ROLE_LABELS[id] }))}
      />
    </FormDialog>
  )
}
