import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasRole, WRITERS } from '../../../domain/people/role.ts'
import { storyCountQuery } from '../../story/articles.ts'
import { writersQuery } from '../../data/people/author-options.ts'
import { useToldApart } from '../../data/people/people-hints.ts'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { toastError } from '../../resources/describe-error.ts'
import { Select } from '../../ui/fields/select.tsx'
import { removeAccount } from '../../data/people/remove-account.ts'
import { type UserRow, isAuthor, openStoriesQuery } from './data/users.ts'
import { storiesText } from './stories-text.ts'

/** Confirmation dialog for the removal of an account: its stories keep their byline, open ones can be given away. */
export function RemoveUserDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const stories = useQuery(storyCountQuery(user.id))
  const open = useQuery(openStoriesQuery(user.id))
  const writers = useQuery(writersQuery(null))
  const [heir, setHeir] = useState<string | null>(null)
  const name = user.full_name ?? user.email ?? 'This user'
  // As after a restore without the second file.
  const hasAccount = user.email !== null
  const others = useToldApart(
    (writers.data ?? [])
      .filter((account) => account.id !== user.id && hasRole(account, WRITERS))
      .map(({ id, full_name, email }) => ({ id, name: full_name ?? email ?? 'No name' })),
  )
  return (
    <DeleteDialog
      noun="user"
      title={`Remove ${name}?`}
      changes={['users', 'authors', 'articles']}
      confirmLabel="Remove"
      // Whether it has stories to give away is asked before it goes.
      isPending={open.isPending}
      done={{ title: 'User removed', description: hasAccount ? `${name} can no longer sign in` : '' }}
      onDelete={() => removeAccount(user.id, heir)}
      onError={(error) => toastError('Failed to remove the user', error)}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <p>
          {hasAccount
            ? `${user.email} can no longer sign in.`
            : `${name} has no account, and so cannot sign in.`}{' '}
          This cannot be undone.
        </p>
        <p>
          {storiesText(stories.data, heir === null ? 0 : (open.data ?? 0), user.full_name)}{' '}
          {isAuthor(user) && 'The author page stays.'}
        </p>
        {open.data !== undefined && open.data > 0 && (
          <Select
            label={
              open.data === 1
                ? 'Give the 1 unpublished story to'
                : `Give the ${open.data} unpublished stories to`
            }
            description="Drafts, stories in review and scheduled ones"
            value={heir}
            onChange={setHeir}
            options={[
              { id: null, label: `Nobody: ${name} stays the author` },
              ...others.map(({ id, label }) => ({ id, label })),
            ]}
          />
        )}
      </div>
    </DeleteDialog>
  )
}
