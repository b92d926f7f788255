import { useQuery } from '@tanstack/react-query'
import { serverText } from '../../data/describe-error.ts'
import { storyCountQuery } from '../../data/story-count.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useRemoveUser } from './data/change-users.ts'
import { isAuthor, type UserRow } from './data/user-list.ts'

/** Asks, and says what becomes of the stories. */
export function RemoveUserDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const stories = useQuery(storyCountQuery(user.id))
  const remove = useRemoveUser()
  const name = user.full_name ?? user.email ?? 'This user'

  const confirm = async () => {
    try {
      await remove.mutateAsync(user.id)
      showToast({ title: 'User removed', description: `${name} can no longer sign in` })
      onClose()
    } catch (error) {
      showToast({
        title: 'Failed to remove the user',
        description: serverText(error, 'Please try again.'),
        tone: 'destructive',
      })
    }
  }

  return (
    <ConfirmDialog
      isOpen
      title={`Remove ${name}?`}
      confirmLabel="Remove"
      tone="destructive"
      isPending={remove.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <div className="flex flex-col gap-2">
        <p>{user.email ?? name} can no longer sign in. This cannot be undone.</p>
        <p>{storiesStay(stories.data)}</p>
        {isAuthor(user) && <p>The author page stays and is listed as without an account.</p>}
      </div>
    </ConfirmDialog>
  )
}

/** `count` is undefined while it is not known. */
function storiesStay(count: number | undefined): string {
  if (count === 0) return 'No story belongs to this account.'
  const stories =
    count === undefined
      ? 'Their stories stay'
      : count === 1
        ? 'Their 1 story stays'
        : `Their ${count} stories stay`
  return `${stories}, without a byline until you give them another author.`
}
