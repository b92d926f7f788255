import { useQuery } from '@tanstack/react-query'
import { storyCountQuery } from '../../data/story-count.ts'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { type AuthorRow, useDeleteAuthor } from './data/authors.ts'

/** Asks before an author is deleted, and says what happens to the stories. */
export function DeleteAuthorDialog({ author, onClose }: { author: AuthorRow; onClose: () => void }) {
  const { mutateAsync } = useDeleteAuthor()
  return (
    <DeleteDialog
      title="Are you sure you want to delete this author?"
      done={{ title: 'Author deleted successfully' }}
      failedTitle="Failed to delete author"
      onDelete={() => mutateAsync(author.id)}
      onClose={onClose}
    >
      <p>
        {author.name} loses the author page with its portrait and text.{' '}
        {author.profile_id !== null && <Stories profileId={author.profile_id} />}
      </p>
    </DeleteDialog>
  )
}

function Stories({ profileId }: { profileId: string }) {
  const { data } = useQuery(storyCountQuery(profileId))
  if (data === 0) return 'No story is lost: there is none.'
  const stories =
    data === undefined ? 'The stories stay' : data === 1 ? 'The 1 story stays' : `The ${data} stories stay`
  return `${stories}, with the name of the account as byline.`
}
