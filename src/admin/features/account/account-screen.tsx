import { ScreenBox } from '../../ui/layout/screen-box.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { ScreenTitle } from '../../ui/layout/top-bar.tsx'
import { NotificationsCard } from './notifications-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** What keeps one's own account safe, and what one is told. */
export function AccountScreen() {
  const { email } = useProfile()
  return (
    <ScreenBox className="@container gap-5!">
      <div>
        <ScreenTitle>Account</ScreenTitle>
        <p className="mt-1 [overflow-wrap:anywhere] text-soft">{`You sign in as ${email ?? ''}.`}</p>
      </div>
      <div className="grid items-start gap-5 @4xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <PasswordCard />
          <NotificationsCard />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <SecondFactorCard />
          <SessionsCard />
        </div>
      </div>
    </ScreenBox>
  )
}
