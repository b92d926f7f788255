import { useQuery } from '@tanstack/react-query'
import { storyCountQuery } from '../../data/articles.ts'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { type UserRow, isAuthor, useRemoveUser } from './data/users.ts'

/** Asks before an account is removed, and says what happens to its stories. */
export function RemoveUserDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const stories = useQuery(storyCountQuery(user.id))
  const { mutateAsync } = useRemoveUser()
  const name = user.full_name ?? user.email ?? 'This user'
  return (
    <DeleteDialog
      title={`Remove ${name}?`}
      confirmLabel="Remove"
      done={{ title: 'User removed', description: `${name} can no longer sign in` }}
      failedTitle="Failed to remove the user"
      onDelete={() => mutateAsync(user.id)}
      onClose={onClose}
    >
      <div className="flex flex-col gap-2">
        <p>{user.email ?? name} can no longer sign in. This cannot be undone.</p>
        <p>{storiesText(stories.data)}</p>
        {isAuthor(user) && <p>The author page stays and is listed as without an account.</p>}
      </div>
    </DeleteDialog>
  )
}

/** `count` is undefined while it is not known. */
function storiesText(count: number | undefined): string {
  if (count === 0) return 'No story belongs to this account.'
  const stories =
    count === undefined
      ? 'Their stories stay'
      : count === 1
        ? 'Their 1 story stays'
        : `Their ${count} stories stay`
  return `${stories}, without a byline until you give them another author.`
}
