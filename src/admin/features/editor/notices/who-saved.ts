import { useQuery } from '@tanstack/react-query'
import { useAuthorName } from '../../../data/people/author-name.ts'
import { useProfile } from '../../../session/use-profile.ts'
import { lastRevisionByQuery } from '../data/revisions.ts'
import type { Conflict } from '../saving/state.ts'

/** Who saved the article meanwhile: the name, and the title of the conflict. */
export function useWhoSaved({ article, workingCopy }: Conflict['remote']): { by: string; title: string } {
  const me = useProfile()
  const authorName = useAuthorName()
  const { data: revision } = useQuery(lastRevisionByQuery(article.id, article.version))
  const id = workingCopy?.updated_by ?? revision?.created_by ?? null
  return id === me.id
    ? { by: 'You', title: 'You saved this article in another window' }
    : { by: authorName(id) || 'Someone else', title: 'Someone else saved this article' }
}
