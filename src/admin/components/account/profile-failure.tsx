import { type ProfileFailure, loadProfileNow, signOut } from '../../session/session.ts'
import { loadFailureText } from '../../session/own-profile.ts'
import { Button } from '../../ui/layout/button.tsx'
import { ErrorState } from '../../ui/layout/states.tsx'
import { siteName } from '../../site-name.ts'

/** The page in place of the admin and of the sign-in while the profile of the signed-in person cannot be loaded. */
export function ProfileFailurePage({ failure: { user, error, isTrying } }: { failure: ProfileFailure }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center p-5">
      <h1 className="font-serif text-3xl tracking-[-0.03em]">
        {siteName().toLowerCase()}
        <span className="text-madder">.</span>
      </h1>
      <ErrorState
        title="Your account could not be loaded"
        detail={`${loadFailureText(error)} You are still signed in as ${user.email}, and nothing is lost. ${siteName()} keeps trying.`}
        isRetrying={isTrying}
        onRetry={loadProfileNow}
        action={
          <Button variant="ghost" onPress={() => void signOut()}>
            Sign Out
          </Button>
        }
      />
    </main>
  )
}
