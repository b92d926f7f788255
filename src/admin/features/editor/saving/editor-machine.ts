import { slugify } from '../../../../domain/slug.ts'
import { articleSaved, copySaved, failed, foundCreated } from './answers.ts'
import { resolved, theirsFailed, theirsLoaded } from './conflicts.ts'
import type { EditorForm } from './editor-form.ts'
import { sameForm } from './editor-form.ts'
import type { Effect, EditorState, Event } from './editor-state.ts'
import { isPublished } from './editor-state.ts'
import type { Step } from './steps.ts'
import { asking, replaced, requested, requestedAsIs, start, still, followedBy } from './steps.ts'

/**
 * The rules of saving (admin spec §4), without any effect of their own: what a happening makes of the state, and what
 * is to be done. One save runs at a time; an answer changes what the server is known to hold, never what was typed
 * meanwhile; a save that finds somebody else's changes changes nothing until the writer has chosen.
 */
export function step(state: EditorState, event: Event): Step {
  switch (event.type) {
    case 'edit':
      return still(edited(state, event.patch))
    case 'set-auto-save':
      return still({ ...state, autoSave: event.on })
    case 'tick':
      return state.autoSave ? requested(state, 'auto') : still(state)
    case 'save':
      return requested(state, event.intent)
    case 'save-as-is':
      return requestedAsIs(state)
    case 'saved':
      return articleSaved(state, event.article, event.at)
    case 'found-created':
      return foundCreated(state, event.server)
    case 'copy-saved':
      return copySaved(state, event.copy, event.at)
    case 'failed':
      return failed(state, event.failure)
    case 'theirs-loaded':
      return theirsLoaded(state, event.server)
    case 'theirs-failed':
      return theirsFailed(state, event.failure)
    case 'ask-again':
      return still(asking(state, true))
    case 'resolve':
      return resolved(state, event.choice)
    case 'copy-dropped':
      return still(replaced({ ...state, workingCopy: null }, state.stored?.form ?? state.blank))
    case 'restore':
      return still(replaced(state, event.form))
    case 'online':
      return online(state)
    case 'stop-waiting':
      return still({ ...state, waiting: null })
  }
}

function edited(state: EditorState, patch: Partial<EditorForm>): EditorState {
  const form = { ...state.form, ...patch }
  let slugFollowsTitle = state.slugFollowsTitle
  if (patch.slug !== undefined) slugFollowsTitle = patch.slug === '' && !isPublished(state)
  else if (patch.title !== undefined && slugFollowsTitle) form.slug = slugify(patch.title)
  const errors = { ...state.errors }
  for (const field of Object.keys(patch)) delete errors[field as keyof EditorForm]
  if (form.slug !== state.form.slug) delete errors.slug
  return { ...state, form, slugFollowsTitle, errors }
}

/** Back online: what was asked for is done, but nothing is published that was not there when Publish was pressed. */
function online(state: EditorState): Step {
  const { waiting } = state
  if (state.running || state.conflict || state.trouble?.kind !== 'offline') return still(state)
  if (waiting === null) return requested({ ...state, trouble: null }, 'auto')
  if (waiting.intent !== 'publish' || sameForm(waiting.form, state.form)) return start(state, waiting.intent)
  const notice: Effect = {
    type: 'notify',
    tone: 'default',
    title: 'You are back online',
    description: 'The text has changed since you pressed Publish. Publish it when you are ready.',
  }
  return followedBy([notice], requested({ ...state, waiting: null, trouble: null }, 'auto'))
}
