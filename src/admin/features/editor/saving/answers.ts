import type { Effect, EditorState, Failure, SaveIntent } from './editor-state.ts'
import { nextSlug } from './slugs.ts'
import type { Step } from './steps.ts'
import { adopted, NOT_SAVED, start, still, followedBy } from './steps.ts'
import type { ServerText, StoredArticle, WorkingCopy } from './texts.ts'

const SAVED_MESSAGE: Readonly<Record<Exclude<SaveIntent, 'auto'>, string>> = {
  draft: 'Article saved as draft',
  review: 'Article submitted for review',
  publish: 'Article published successfully!',
}

const KEPT_HERE = 'Your text is kept on this device.'

/** The article is saved: what was typed meanwhile stays as it is. */
export function articleSaved(state: EditorState, article: StoredArticle, at: string): Step {
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
export function foundCreated(state: EditorState, server: ServerText): Step {
  const { running } = state
  if (!running) return still(state)
  const created: Effect = { type: 'created', id: server.article.id }
  return followedBy(
    [created],
    start(adopted({ ...state, running: null }, server), state.queued ?? running.intent),
  )
}

/** The working copy is saved. */
export function copySaved(state: EditorState, copy: WorkingCopy, at: string): Step {
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
  return state.queued === null ? { state: next, effects } : followedBy(effects, start(next, state.queued))
}

/** A save did not succeed: the text stays, and the writer learns why. */
export function failed(state: EditorState, failure: Failure): Step {
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
