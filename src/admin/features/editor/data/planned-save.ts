import type { PlannedChange } from '../../../../domain/newsroom/prediction.ts'
import { reduce } from '../saving/machine.ts'
import {
  type Effect,
  type SaveIntent,
  type SaveState,
  hasUnpublishedChanges,
  isPublished,
} from '../saving/state.ts'

type Update = Omit<Extract<Effect, { type: 'update' }>, 'type' | 'id' | 'version'>

/** A save of an article; `id` and `version` are null for a new one. */
export interface ArticleSave extends Update {
  id: string | null
  version: number | null
}

/** The arguments of save_article. */
export function saveArguments({ id, version, article, tags, copyVersion, note }: ArticleSave) {
  return {
    p_id: id,
    p_version: version,
    p_article: { ...article },
    p_tags: tags,
    p_copy_version: copyVersion,
    ...(note === undefined ? {} : { p_note: note }),
  }
}

/** What a save with this intent would send now; null when nothing: the text is invalid, or a save is under way. */
export function plannedSave(state: SaveState, intent: SaveIntent): PlannedChange[] | null {
  const [effect] = reduce(state, { type: 'save', intent }).effects
  if (effect?.type !== 'create' && effect?.type !== 'update') return null
  const save: ArticleSave =
    effect.type === 'update' ? effect : { ...effect, id: null, version: null, copyVersion: null }
  return [{ call: 'save_article', args: saveArguments(save) }]
}

/** What Publish or Update would send now; null when readers have all that is on the screen. */
export function plannedPublish(state: SaveState): PlannedChange[] | null {
  return isPublished(state) && !hasUnpublishedChanges(state) ? null : plannedSave(state, 'publish')
}
