import { passwordAdvice } from '../../../domain/people/password.ts'
import { useMinPasswordLength } from '../../data/people/password-setting.ts'
import { choosePassword } from '../../session/session.ts'
import { FormField } from '../../ui/fields/form-field.tsx'
import { AuthForm } from './auth-form.tsx'
import { newPasswordMessage, newPasswordSchema } from './new-password.ts'

/**
 * The form for a new password of the signed-in person. The current one is not asked for after the link of an invitation
 * or a recovery mail.
 */
export function NewPasswordForm({
  email,
  asksCurrent,
  onSaved,
}: {
  email: string
  asksCurrent: boolean
  onSaved: () => void
}) {
  const minPassword = useMinPasswordLength()
  return (
    <AuthForm
      schema={newPasswordSchema(minPassword, asksCurrent)}
      defaultValues={{ current: '', password: '', repeated: '' }}
      submit={async ({ current, password }, reset) => {
        await choosePassword(password, asksCurrent ? current : null)
        reset()
        onSaved()
      }}
      describe={(error) => newPasswordMessage(error, asksCurrent)}
      submitLabel="Save Password"
      pendingLabel="Saving…"
    >
      {(control) => (
        <>
          {/* The user name for password managers. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          {asksCurrent && (
            <FormField
              control={control}
              name="current"
              label="Current Password"
              description="Forgotten? Sign out and choose “Forgot password?”."
              type="password"
              autoComplete="current-password"
            />
          )}
          <FormField
            control={control}
            name="password"
            label="New Password"
            description={passwordAdvice(minPassword)}
            type="password"
            autoComplete="new-password"
            autoFocus={!asksCurrent}
          />
          <FormField
            control={control}
            name="repeated"
            label="Repeat Password"
            type="password"
            autoComplete="new-password"
          />
        </>
      )}
    </AuthForm>
  )
}
