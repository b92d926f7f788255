import { ScreenTitle } from '../../ui/top-bar.tsx'
import { PasswordCard } from './password-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** What keeps one's own account safe. */
export function AccountScreen() {
  return (
    <div className="mx-auto max-w-7xl p-4 md:p-7">
      <div className="flex max-w-3xl flex-col gap-5">
        <ScreenTitle>Account</ScreenTitle>
        <PasswordCard />
        <SecondFactorCard />
        <SessionsCard />
      </div>
    </div>
  )
}
