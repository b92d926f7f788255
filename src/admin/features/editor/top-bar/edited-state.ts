import { type ArticleState, isAhead } from '../../../../domain/story/article-state.ts'
import { useProfile } from '../../../session/use-profile.ts'
import { useNow } from '../../../ui/keys/use-now.ts'
import { stateOf } from '../saving/state.ts'
import { useSaveState } from '../use-editing-session.ts'

/** The state of the article now, and whether the date on the screen is ahead; renders anew when one of the dates comes. */
export function useEditedState(): { state: ArticleState; isDateAhead: boolean } {
  const date = useSaveState(({ form }) => form.published_at)
  const saved = useSaveState((state) => state.saved)
  const now = useNow([date, saved?.published_at ?? null])
  return { state: stateOf({ saved }, now), isDateAhead: isAhead(date, now) }
}

/** Whether the person editing is the author. */
export function useIsOwn(): boolean {
  const { id } = useProfile()
  return useSaveState(({ saved }) => saved === null || saved.form.author_id === id)
}
