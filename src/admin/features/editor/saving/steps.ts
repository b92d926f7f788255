import type { ArticleStatus } from '../../../../domain/article.ts'
import { slugify } from '../../../../domain/slug.ts'
import type { EditorForm } from './editor-form.ts'
import { articlePatch, formErrors, sameForm, tidyForm } from './editor-form.ts'
import type { Effect, EditorState, SaveIntent } from './editor-state.ts'
import { isDirty, isPublished } from './editor-state.ts'
import { fallbackSlug } from './slugs.ts'
import type { ServerText } from './texts.ts'

/** What a happening makes of the state, and what is to be done. */
export interface Step {
  state: EditorState
  effects: Effect[]
}

/** The status an intent gives the article; null leaves it. */
export const STATUS_OF_INTENT: Readonly<Record<SaveIntent, ArticleStatus | null>> = {
  auto: null,
  draft: 'draft',
  review: 'review',
  publish: 'published',
}

export const NOT_SAVED = 'Failed to save article'

export function still(state: EditorState): Step {
  return { state, effects: [] }
}

/** Effects, and after them a further step. */
export function followedBy(effects: Effect[], next: Step): Step {
  return { state: next.state, effects: [...effects, ...next.effects] }
}

/** The whole text changes on the screen: its own fields must take it over. */
export function replaced(state: EditorState, form: EditorForm): EditorState {
  const slugFollowsTitle = state.stored === null && form.slug === slugify(form.title)
  return { ...state, form, epoch: state.epoch + 1, errors: {}, slugFollowsTitle }
}

/** Goes on from what the server holds now. */
export function adopted(state: EditorState, server: ServerText): EditorState {
  return {
    ...state,
    stored: server.article,
    workingCopy: server.workingCopy,
    conflict: null,
    unconfirmed: null,
    trouble: null,
  }
}

/** Whether an open choice is asked for now or waits. */
export function asking(state: EditorState, now: boolean): EditorState {
  const { conflict } = state
  return conflict?.phase === 'choose' ? { ...state, conflict: { ...conflict, asking: now } } : state
}

/** A save is asked for: it begins, waits for the one that runs, or is not needed. */
export function requested(state: EditorState, intent: SaveIntent): Step {
  if (state.conflict) return intent === 'auto' ? still(state) : still(asking(state, true))
  if (intent === 'auto') {
    if (state.running || state.form.title.trim() === '' || !isDirty(state)) return still(state)
    if (state.trouble?.kind === 'gone' || state.trouble?.kind === 'denied') return still(state)
  }
  if (state.running) {
    const again = state.running.intent === intent && sameForm(state.running.sent, state.form)
    return still(again ? state : { ...state, queued: intent })
  }
  return start(state, intent)
}

/** ⌘S: saves without changing the status, but unlike the auto-save says what the form does not allow. */
export function requestedAsIs(state: EditorState): Step {
  if (state.stored === null) return requested(state, 'draft')
  const refusal = state.conflict ? null : refused(state, withSlug(state.form))
  return refusal ?? requested(state, 'auto')
}

/** The message for what keeps `form` from being saved, and the way to its field; null when nothing does. */
function refused(state: EditorState, form: EditorForm): Step | null {
  const errors = formErrors(form)
  const [field] = Object.keys(errors) as (keyof EditorForm)[]
  if (field === undefined) return null
  const effects: Effect[] = [
    { type: 'notify', tone: 'destructive', title: errors[field] ?? NOT_SAVED },
    { type: 'focus', field },
  ]
  return { state: { ...state, errors }, effects }
}

/** Begins a save, unless the form does not allow it. */
export function start(state: EditorState, intent: SaveIntent): Step {
  const form = withSlug(state.form)
  const refusal = refused(state, form)
  if (refusal) return intent === 'auto' ? still(refusal.state) : refusal
  const { stored, workingCopy } = state
  const target =
    stored === null ? 'create' : intent === 'auto' && isPublished(state) ? 'working-copy' : 'article'
  const next: EditorState = {
    ...state,
    form,
    errors: {},
    waiting: null,
    running: { intent, target, sent: form },
  }
  const tags = tidyForm(form).tag_ids
  if (stored === null) {
    const article = articlePatch(form, null, STATUS_OF_INTENT[intent] ?? 'draft')
    return { state: next, effects: [{ type: 'create', article, tags, unconfirmed: state.unconfirmed }] }
  }
  if (target === 'working-copy') {
    const save: Effect = {
      type: 'save-copy',
      id: stored.id,
      version: workingCopy?.version ?? null,
      baseVersion: stored.version,
      base: stored.form,
      form: tidyForm(form),
    }
    return { state: next, effects: [save] }
  }
  const article = articlePatch(form, stored.form, STATUS_OF_INTENT[intent])
  return {
    state: next,
    effects: [
      {
        type: 'update',
        id: stored.id,
        version: stored.version,
        article,
        tags,
        wasPublished: isPublished(state),
        copyVersion: workingCopy?.version ?? null,
      },
    ],
  }
}

function withSlug(form: EditorForm): EditorForm {
  if (form.slug.trim() !== '' || form.title.trim() === '') return form
  return { ...form, slug: slugify(form.title) || fallbackSlug(form.title) }
}
