import { useQuery } from '@tanstack/react-query'
import { foundPeopleQuery, personDetail } from '../../story/credits/credit-queries.ts'
import { MergeDialog } from '../../resources/merge-dialog.tsx'
import { type AuthorRow, storiesOfAuthorQuery } from './data/authors.ts'

/** Merges two authors who are one person: the other one is named in the stories, and has the addresses. */
export function MergeAuthorDialog({ author, onClose }: { author: AuthorRow; onClose: () => void }) {
  const { data: count } = useQuery(storiesOfAuthorQuery(author.id))
  const stories = count === undefined ? 'the stories' : count === 1 ? '1 story' : `${count} stories`
  return (
    <MergeDialog
      row={author}
      noun="author"
      call="merge_people"
      query={foundPeopleQuery}
      detailOf={personDetail}
      changes={['authors', 'users', 'articles', 'templates']}
      onClose={onClose}
    >
      {`The other author is named in ${stories} in place of ${author.name}, gets the texts and the account that they lack, and the addresses of the author page lead to theirs. ${author.name} is then deleted.`}
    </MergeDialog>
  )
}
