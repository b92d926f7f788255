import { useQueryClient } from '@tanstack/react-query'
import { NewPasswordForm } from '../../components/account/new-password-form.tsx'
import { invalidate } from '../../data/requests/entity-mutation.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Card } from '../../ui/layout/card.tsx'
import { showToast } from '../../ui/overlays/toast.ts'

export function PasswordCard() {
  const client = useQueryClient()
  const { email } = useProfile()
  return (
    <Card title="Password">
      <p className="mb-3 text-sm text-soft">
        A new password ends your sessions elsewhere, and the links in mails that you have not opened.
      </p>
      <div className="max-w-sm">
        <NewPasswordForm
          email={email ?? ''}
          asksCurrent
          onSaved={() => {
            showToast({
              title: 'Your password has been saved',
              description: 'Your other sessions have ended.',
            })
            void invalidate(client, 'account')
          }}
        />
      </div>
    </Card>
  )
}
