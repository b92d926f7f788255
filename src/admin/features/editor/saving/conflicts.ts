import type { Choice, EditorState, Failure } from './editor-state.ts'
import { sameForm } from './editor-form.ts'
import { isDirty, safeForm, statusOf } from './editor-state.ts'
import { failed } from './answers.ts'
import { combined, mergeQuietly, overlap } from './rebase.ts'
import type { Step } from './steps.ts'
import { adopted, asking, replaced, start, still, followedBy } from './steps.ts'
import type { ServerText } from './texts.ts'
import { currentForm } from './texts.ts'

/** The text that is in the way is here: it may be my own, go together with mine, or need a choice. */
export function theirsLoaded(state: EditorState, server: ServerText): Step {
  const { conflict } = state
  if (conflict?.phase !== 'loading') return still(state)
  const { intent } = conflict
  const theirs = currentForm(server)
  const base = safeForm(state)
  const published = server.article.status === 'published'
  // Saving as a draft or for review takes back what somebody has just made of the article: that is asked.
  const takesBack =
    (intent === 'draft' || intent === 'review') &&
    server.article.status !== statusOf(state) &&
    server.article.status !== intent
  const ours = state.unconfirmed !== null && sameForm(state.unconfirmed, theirs)
  const merged = ours ? state.form : mergeQuietly(base, theirs, state.form, published)
  if (merged !== null && (ours || !takesBack)) {
    const next = adopted({ ...state, form: merged }, server)
    return intent === 'auto' && !isDirty(next) ? still(next) : start(next, intent)
  }
  const fields = overlap(base, theirs, state.form, published)
  return still({
    ...state,
    conflict: { phase: 'choose', intent, server, fields, asking: intent !== 'auto' },
  })
}

/** The text that is in the way could not be had. */
export function theirsFailed(state: EditorState, failure: Failure): Step {
  const intent = state.conflict?.intent ?? 'auto'
  const running = { intent, target: 'article' as const, sent: state.form }
  // A conflict that cannot be looked at is a save that did not succeed, and the server holds nothing of it.
  const next = failed(
    { ...state, conflict: null, running },
    failure.kind === 'conflict' ? { ...failure, kind: 'other' } : failure,
  )
  return { ...next, state: { ...next.state, unconfirmed: state.unconfirmed } }
}

/** Whichever text gives way is kept on this device: none is lost. */
export function resolved(state: EditorState, choice: Choice): Step {
  const { conflict } = state
  if (conflict?.phase !== 'choose') return still(state)
  if (choice === 'later') return still(asking(state, false))
  const theirs = currentForm(conflict.server)
  const next = adopted(state, conflict.server)
  if (choice === 'both') {
    const both = combined(theirs, state.form, conflict.fields)
    return both ? start(replaced(next, both), conflict.intent) : still(state)
  }
  if (choice === 'mine')
    return followedBy([{ type: 'keep', form: theirs, whose: 'theirs' }], start(next, conflict.intent))
  return { state: replaced(next, theirs), effects: [{ type: 'keep', form: state.form, whose: 'mine' }] }
}
