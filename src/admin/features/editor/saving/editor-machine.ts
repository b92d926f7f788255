import type { ArticleStatus } from '../../../../domain/article.ts'
import { slugify } from '../../../../domain/slug.ts'
import type { EditorForm } from './editor-form.ts'
import { articlePatch, formErrors, sameForm, tidyForm } from './editor-form.ts'
import type { Choice, Effect, EditorState, Event, Failure, SaveIntent } from './editor-state.ts'
import { isDirty, isPublished, safeForm, statusOf } from './editor-state.ts'
import { combined, mergeQuietly, overlap } from './rebase.ts'
import { fallbackSlug, nextSlug } from './slugs.ts'
import type { ServerText, StoredArticle, WorkingCopy } from './texts.ts'
import { currentForm } from './texts.ts'

export interface Step {
  state: EditorState
  effects: Effect[]
}

const STATUS_OF_INTENT: Readonly<Record<SaveIntent, ArticleStatus | null>> = {
  auto: null,
  draft: 'draft',
  review: 'review',
  publish: 'published',
}

const SAVED_MESSAGE: Readonly<Record<Exclude<SaveIntent, 'auto'>, string>> = {
  draft: 'Article saved as draft',
  review: 'Article submitted for review',
  publish: 'Article published successfully!',
}

const NOT_SAVED = 'Failed to save article'
const KEPT_HERE = 'Your text is kept on this device.'

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

function still(state: EditorState): Step {
  return { state, effects: [] }
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

/** The whole text changes on the screen: its own fields must take it over. */
function replaced(state: EditorState, form: EditorForm): EditorState {
  const slugFollowsTitle = state.stored === null && form.slug === slugify(form.title)
  return { ...state, form, epoch: state.epoch + 1, errors: {}, slugFollowsTitle }
}

function requested(state: EditorState, intent: SaveIntent): Step {
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

/** Begins a save, unless the form does not allow it. */
function start(state: EditorState, intent: SaveIntent): Step {
  const form = withSlug(state.form)
  const errors = formErrors(form)
  const [field] = Object.keys(errors) as (keyof EditorForm)[]
  if (field !== undefined) {
    const effects: Effect[] = [
      { type: 'notify', tone: 'destructive', title: errors[field] ?? NOT_SAVED },
      { type: 'focus', field },
    ]
    return { state: { ...state, errors }, effects: intent === 'auto' ? [] : effects }
  }
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
        copyVersion: workingCopy?.version ?? null,
      },
    ],
  }
}

function withSlug(form: EditorForm): EditorForm {
  if (form.slug.trim() !== '' || form.title.trim() === '') return form
  return { ...form, slug: slugify(form.title) || fallbackSlug(form.title) }
}

function articleSaved(state: EditorState, article: StoredArticle, at: string): Step {
  const { running } = state
  if (!running) return still(state)
  // The row tells what the server made of the text; everything else of it is what was sent.
  const published_at = article.published_at ?? running.sent.published_at
  const stored = { ...article, form: { ...running.sent, slug: article.form.slug, published_at } }
  const form = { ...state.form }
  if (form.slug === running.sent.slug) form.slug = article.form.slug
  if (form.published_at === running.sent.published_at) form.published_at = published_at
  const effects: Effect[] = [{ type: 'article-saved', intent: running.intent }]
  if (running.target === 'create') effects.push({ type: 'created', id: article.id })
  if (running.intent !== 'auto') effects.push(success(running.intent, article))
  // An automatic save may meet a title half written; whoever saves has given the article its address.
  const slugFollowsTitle = state.slugFollowsTitle && running.intent === 'auto'
  return settled({ ...state, stored, workingCopy: null, form, slugFollowsTitle }, at, effects)
}

function success(intent: Exclude<SaveIntent, 'auto'>, article: StoredArticle): Effect {
  return { type: 'notify', tone: 'default', title: SAVED_MESSAGE[intent], ...scheduledFor(intent, article) }
}

function scheduledFor(intent: SaveIntent, article: StoredArticle): { description?: string } {
  const { published_at, updated_at } = article
  if (intent !== 'publish' || published_at === null || Date.parse(published_at) <= Date.parse(updated_at))
    return {}
  const date = new Date(published_at).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' })
  return { description: `Readers will see it from ${date}.` }
}

/** The new article whose creation got no answer is there: from here on it is changed, not created again. */
function foundCreated(state: EditorState, server: ServerText): Step {
  const { running } = state
  if (!running) return still(state)
  const created: Effect = { type: 'created', id: server.article.id }
  return then([created], start(adopted({ ...state, running: null }, server), state.queued ?? running.intent))
}

function copySaved(state: EditorState, copy: WorkingCopy, at: string): Step {
  if (!state.running) return still(state)
  return settled({ ...state, workingCopy: { ...copy, form: state.running.sent } }, at, [
    { type: 'article-saved', intent: 'auto' },
  ])
}

/** After a save that succeeded: what was asked for meanwhile comes next. */
function settled(state: EditorState, at: string, effects: Effect[]): Step {
  const next: EditorState = {
    ...state,
    running: null,
    queued: null,
    unconfirmed: null,
    waiting: null,
    trouble: null,
    lastSavedAt: at,
  }
  return state.queued === null ? { state: next, effects } : then(effects, start(next, state.queued))
}

function then(effects: Effect[], next: Step): Step {
  return { state: next.state, effects: [...effects, ...next.effects] }
}

function failed(state: EditorState, failure: Failure): Step {
  const { running } = state
  if (!running) return still(state)
  const intent = state.queued ?? running.intent
  const idle: EditorState = { ...state, running: null, queued: null }
  if (failure.kind === 'conflict' && state.stored) {
    return {
      state: { ...idle, conflict: { phase: 'loading', intent } },
      effects: [{ type: 'load-theirs', id: state.stored.id }],
    }
  }
  if (failure.kind === 'slug-taken') return slugTaken(idle, intent)
  if (failure.kind === 'network') {
    const waiting = intent === 'auto' ? null : { intent, form: state.form }
    return {
      state: { ...idle, unconfirmed: running.sent, waiting, trouble: { kind: 'offline' } },
      effects: refusal(
        intent,
        'You are offline. Your text is kept on this device and saved as soon as you are back.',
      ),
    }
  }
  if (failure.kind === 'signed-out' || failure.kind === 'not-found') {
    const gone = failure.kind === 'not-found'
    return {
      state: { ...idle, trouble: { kind: gone ? 'gone' : 'signed-out' } },
      effects: refusal(
        intent,
        gone ? `This article has been deleted. ${KEPT_HERE}` : `Your session has ended. ${KEPT_HERE}`,
      ),
    }
  }
  const kind = failure.kind === 'denied' ? 'denied' : 'failed'
  return {
    state: { ...idle, trouble: { kind, message: failure.message } },
    effects: refusal(intent, failure.message || KEPT_HERE),
  }
}

/** Errors of an auto-save are only logged (admin spec §8). */
function refusal(intent: SaveIntent, description: string): Effect[] {
  if (intent === 'auto') return [{ type: 'log', message: description }]
  return [{ type: 'notify', tone: 'destructive', title: NOT_SAVED, description }]
}

/** A slug made from the title takes the next number; one that somebody chose is theirs to change. */
function slugTaken(state: EditorState, intent: SaveIntent): Step {
  if (state.slugFollowsTitle) {
    return start({ ...state, form: { ...state.form, slug: nextSlug(state.form.slug) } }, intent)
  }
  const message = 'Another article already has this address'
  return {
    state: { ...state, errors: { ...state.errors, slug: message } },
    effects:
      intent === 'auto'
        ? [{ type: 'log', message }]
        : [
            { type: 'notify', tone: 'destructive', title: NOT_SAVED, description: message },
            { type: 'focus', field: 'slug' },
          ],
  }
}

function adopted(state: EditorState, server: ServerText): EditorState {
  return {
    ...state,
    stored: server.article,
    workingCopy: server.workingCopy,
    conflict: null,
    unconfirmed: null,
    trouble: null,
  }
}

function theirsLoaded(state: EditorState, server: ServerText): Step {
  const { conflict } = state
  if (conflict?.phase !== 'loading') return still(state)
  const { intent } = conflict
  const theirs = currentForm(server)
  const base = safeForm(state)
  const published = server.article.status === 'published'
  const wanted = STATUS_OF_INTENT[intent]
  const statusIsAsExpected =
    wanted === null || server.article.status === statusOf(state) || server.article.status === wanted
  const ours = state.unconfirmed !== null && sameForm(state.unconfirmed, theirs)
  const merged = ours ? state.form : mergeQuietly(base, theirs, state.form, published)
  if (merged !== null && (ours || statusIsAsExpected)) {
    const next = adopted({ ...state, form: merged }, server)
    return intent === 'auto' && !isDirty(next) ? still(next) : start(next, intent)
  }
  const fields = overlap(base, theirs, state.form, published)
  return still({
    ...state,
    conflict: { phase: 'choose', intent, server, fields, asking: intent !== 'auto' },
  })
}

function theirsFailed(state: EditorState, failure: Failure): Step {
  const intent = state.conflict?.intent ?? 'auto'
  const running = { intent, target: 'article' as const, sent: state.form }
  // A conflict that cannot be looked at is a save that did not succeed, and the server holds nothing of it.
  const next = failed(
    { ...state, conflict: null, running },
    failure.kind === 'conflict' ? { ...failure, kind: 'other' } : failure,
  )
  return { ...next, state: { ...next.state, unconfirmed: state.unconfirmed } }
}

function asking(state: EditorState, now: boolean): EditorState {
  const { conflict } = state
  return conflict?.phase === 'choose' ? { ...state, conflict: { ...conflict, asking: now } } : state
}

/** Whichever text gives way is kept on this device: none is lost. */
function resolved(state: EditorState, choice: Choice): Step {
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
    return then([{ type: 'keep', form: theirs, whose: 'theirs' }], start(next, conflict.intent))
  return { state: replaced(next, theirs), effects: [{ type: 'keep', form: state.form, whose: 'mine' }] }
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
  return then([notice], requested({ ...state, waiting: null, trouble: null }, 'auto'))
}
