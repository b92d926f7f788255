import { useQuery } from '@tanstack/react-query'
import { storyCountQuery } from '../../data/story-count.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { saveFailure } from './author-form.ts'
import type { AuthorRow } from './data/author-list.ts'
import { useDeleteAuthor } from './data/save-author.ts'

/** Asks, and says what becomes of the stories. */
export function DeleteAuthorDialog({ author, onClose }: { author: AuthorRow; onClose: () => void }) {
  const remove = useDeleteAuthor()
  const confirm = async () => {
    try {
      await remove.mutateAsync(author.id)
      showToast({ title: 'Author deleted successfully' })
      onClose()
    } catch (error) {
      const { message } = saveFailure(error)
      showToast({ title: 'Failed to delete author', description: message || undefined, tone: 'destructive' })
    }
  }
  return (
    <ConfirmDialog
      isOpen
      title="Are you sure you want to delete this author?"
      confirmLabel="Delete"
      tone="destructive"
      isPending={remove.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>
        {author.name} loses the author page with its portrait and text.{' '}
        {author.profile_id !== null && <Stories profileId={author.profile_id} />}
      </p>
    </ConfirmDialog>
  )
}

function Stories({ profileId }: { profileId: string }) {
  const { data } = useQuery(storyCountQuery(profileId))
  if (data === 0) return 'No story is lost: there is none.'
  const stories =
    data === undefined ? 'The stories stay' : data === 1 ? 'The 1 story stays' : `The ${data} stories stay`
  return `${stories}, with the name of the account as byline.`
}
