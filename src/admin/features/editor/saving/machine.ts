import { serverClock } from '../../../../backend/server-clock.ts'
import { type ArticleStatus, ARTICLE_STATUS_LABELS, articleType } from '../../../../domain/story/article.ts'
import { articleState, lossText, sentBackText } from '../../../../domain/story/article-state.ts'
import { slugify } from '../../../../domain/sections/slug.ts'
import {
  type ArticleRecord,
  type SavedArticle,
  type WorkingCopy,
  currentForm,
  type Merge,
  mergeWithServer,
} from './article-record.ts'
import {
  type EditorForm,
  type FormState,
  articlePatch,
  fallbackSlug,
  formState,
  nextSlug,
  sameForm,
  sameFormState,
  serializeForm,
  statusPatch,
} from './form.ts'
import {
  type Choice,
  type Effect,
  type Event,
  type Failure,
  type LoadingRemote,
  type SaveError,
  type SaveIntent,
  type SaveState,
  type Saving,
  type Versions,
  isPublished,
  mergeOf,
  saveErrorOf,
  statusOf,
  versionsOf,
} from './state.ts'

/*
 * The rules of saving, as pure transitions of `state.save`:
 *
 *                    auto-save, save                        saved, nothing queued
 *     ┌────────┐ ──────────────────────────▶ ┌────────┐ ──────────────────────────▶ idle
 *     │  idle  │                             │ saving │ ──┐ saved, another save queued
 *     └────────┘ ◀─────────┐                 └────────┘ ◀─┘
 *         │                │                  │  │  │ ▲
 *         │ another tab or │ same text,       │  │  │ │ save, auto-save; online
 *         │ device saved   │ or merged        │  │  ▼ │
 *         ▼                │      conflict    │  │  offline (no answer) · failed (may succeed next time)
 *     ┌────────────────┐ ──┘ ◀────────────────┘  │
 *     │ loading-remote │                         ▼
 *     └────────────────┘ ─▶ saving (merged,   blocked (deleted, denied): only an explicit save tries again
 *         │                 a save waits)
 *         │ both changed the same
 *         ▼
 *     ┌──────────┐  resolve: theirs ─▶ idle
 *     │ conflict │  resolve: mine, both ─▶ saving
 *     └──────────┘
 *
 * One save runs at a time. Its result changes what the server is known to hold, never what was typed meanwhile.
 */

/** The next state, and the effects to carry out. */
export interface Transition {
  state: SaveState
  effects: Effect[]
}

/** The state after an event. `isDirty` is computed here, once per change. */
export function reduce(before: SaveState, event: Event): Transition {
  const { state, effects } = transition(before, event)
  if (state.form === before.form && state.savedForm === before.savedForm) return { state, effects }
  return { state: { ...state, isDirty: !sameFormState(state.form, state.savedForm) }, effects }
}

function transition(state: SaveState, event: Event): Transition {
  const { save } = state
  switch (event.type) {
    case 'edit':
      return noEffects(edit(state, event.patch))
    case 'set-auto-save':
      return noEffects({ ...state, autoSave: event.on })
    case 'auto-save':
      return state.autoSave ? requestSave(state, 'auto') : noEffects(state)
    case 'save':
      return requestSave({ ...state, sendBack: event.sendBack ?? null }, event.intent)
    case 'save-as-is':
      return saveAsIs(state)
    case 'saved':
      return save.kind === 'saving' ? articleSaved(state, save, event.article, event.at) : noEffects(state)
    case 'found-created':
      return save.kind === 'saving' ? foundCreated(state, save, event.remote) : noEffects(state)
    case 'copy-saved':
      return save.kind === 'saving' ? copySaved(state, save, event.copy, event.at) : noEffects(state)
    case 'save-failed':
      return save.kind === 'saving' ? saveFailed(state, save, event.failure) : noEffects(state)
    case 'remote-versions':
      return remoteVersions(state, event.versions)
    case 'remote-loaded':
      return save.kind === 'loading-remote' ? remoteLoaded(state, save, event.remote) : noEffects(state)
    case 'remote-failed':
      return save.kind === 'loading-remote' ? remoteFailed(state, save, event.failure) : noEffects(state)
    case 'prompt-conflict':
      return noEffects(promptConflict(state, true))
    case 'resolve':
      return resolve(state, event.choice)
    case 'copy-dropped':
      return noEffects(copyDropped(state))
    case 'restore':
      return noEffects(withForm(state, formState(event.form, state.form)))
    case 'online':
      return online(state)
    case 'drop-pending':
      return noEffects(save.kind === 'offline' ? { ...state, save: { ...save, pending: null } } : state)
  }
}

function noEffects(state: SaveState): Transition {
  return { state, effects: [] }
}

/** A transition with `effects` before its own effects. */
function then(effects: Effect[], next: Transition): Transition {
  return { state: next.state, effects: [...effects, ...next.effects] }
}

/** The state with its whole form replaced: fields with a document of their own show the new one. */
function withForm(state: SaveState, form: FormState): SaveState {
  const slugFollowsTitle = state.saved === null && form.slug === slugify(form.title)
  return { ...state, form, formRevision: state.formRevision + 1, errors: {}, slugFollowsTitle }
}

/** The state with the record of the server as its last save. What was typed stays. */
function withServer(state: SaveState, record: ArticleRecord): SaveState {
  return {
    ...state,
    saved: record.article,
    workingCopy: record.workingCopy,
    savedForm: formState(currentForm(record), state.form),
    unconfirmed: null,
    save: { kind: 'idle' },
  }
}

function edit(state: SaveState, patch: Partial<FormState>): SaveState {
  const form = { ...state.form, ...patch }
  let slugFollowsTitle = state.slugFollowsTitle
  if (patch.slug !== undefined) slugFollowsTitle = patch.slug === '' && !isPublished(state)
  else if (patch.title !== undefined && slugFollowsTitle) form.slug = slugify(patch.title)
  const changed = Object.keys(form).filter(
    (field) => form[field as keyof FormState] !== state.form[field as keyof FormState],
  )
  const errors = { ...state.errors }
  for (const field of changed) delete errors[field === 'body' ? 'html' : (field as keyof EditorForm)]
  return { ...state, form, slugFollowsTitle, errors }
}

function copyDropped(state: SaveState): SaveState {
  const { save } = state
  const saved = save.kind === 'conflict' ? save.remote.article : state.saved
  if (saved === null) return state
  const next = withServer(state, { article: saved, workingCopy: null })
  return withForm({ ...next, save: save.kind === 'conflict' ? next.save : save }, next.savedForm)
}

/* Requests to save */

/** The status an intent gives the article; null leaves it. */
const STATUS_OF_INTENT: Readonly<Record<SaveIntent, ArticleStatus | null>> = {
  auto: null,
  draft: 'draft',
  review: 'review',
  publish: 'published',
  archive: 'archived',
}

const NOT_SAVED = 'Failed to save article'

/** Begins a save, queues it behind a running one, or does nothing when none is needed. */
function requestSave(state: SaveState, intent: SaveIntent): Transition {
  const { save } = state
  if (intent === 'auto') {
    const isBusy = save.kind === 'offline' ? save.pending !== null : !['idle', 'failed'].includes(save.kind)
    const isNeeded = state.isDirty && state.form.title.trim() !== ''
    return isNeeded && !isBusy ? startSave(state, intent) : noEffects(state)
  }
  switch (save.kind) {
    case 'conflict':
      return noEffects({ ...state, save: { ...save, intent, isPrompting: true } })
    case 'loading-remote':
      return noEffects({ ...state, save: { ...save, intent } })
    case 'saving': {
      const isSame = save.intent === intent && sameFormState(save.sent, state.form)
      return noEffects(isSame ? state : { ...state, save: { ...save, queued: intent } })
    }
    default:
      return startSave(state, intent)
  }
}

/** ⌘S: saves without changing the status, but unlike the auto-save reports validation errors. */
function saveAsIs(state: SaveState): Transition {
  const { save } = state
  if (state.saved === null) return requestSave(state, 'draft')
  if (save.kind === 'conflict') return noEffects(promptConflict(state, true))
  const refusal = invalid(state, withSlug(state.form))
  if (refusal) return refusal
  switch (save.kind) {
    case 'saving': {
      const isSent = sameFormState(save.sent, state.form)
      return noEffects(isSent ? state : { ...state, save: { ...save, queued: save.queued ?? 'auto' } })
    }
    case 'loading-remote':
      return noEffects({ ...state, save: { ...save, intent: save.intent ?? 'auto' } })
    case 'blocked':
      return startSave(state, 'auto')
    default:
      return requestSave(state, 'auto')
  }
}

/** Reports why `form` cannot be saved and focuses its first invalid field; null when it is valid. */
function invalid(state: SaveState, form: FormState): Transition | null {
  const errors = articleType.errors(serializeForm(form))
  const [field] = Object.keys(errors) as (keyof EditorForm)[]
  if (field === undefined) return null
  return {
    state: { ...state, errors },
    effects: [
      { type: 'notify', tone: 'destructive', title: errors[field] ?? NOT_SAVED },
      { type: 'focus', field },
    ],
  }
}

/** Begins a save, unless the form is invalid. `isRetry`: see Saving. */
function startSave(state: SaveState, intent: SaveIntent, isRetry = false): Transition {
  const form = withSlug(state.form)
  const refusal = invalid(state, form)
  if (refusal) return intent === 'auto' || isRetry ? noEffects(refusal.state) : refusal
  const { saved, workingCopy } = state
  const sent = serializeForm(form)
  const tags = articleType.tidy(sent).tag_ids
  const saving = (target: Saving['target']): SaveState => ({
    ...state,
    form,
    errors: {},
    save: {
      ...{ kind: 'saving', intent, target, sent: form, queued: null, isRetry },
      previousError: saveErrorOf(state),
    },
  })
  if (saved === null) {
    const article = statusPatch(sent, null, STATUS_OF_INTENT[intent] ?? 'draft')
    const { unconfirmed } = state
    return { state: saving('create'), effects: [{ type: 'create', article, tags, unconfirmed }] }
  }
  const { id, version, form: base } = saved
  if (intent === 'auto' && isPublished(state)) {
    const copy = {
      version: workingCopy?.version ?? null,
      baseVersion: version,
      base,
      form: articleType.tidy(sent),
    }
    return { state: saving('working-copy'), effects: [{ type: 'save-copy', id, ...copy }] }
  }
  const status = STATUS_OF_INTENT[intent]
  const article =
    status === null ? articlePatch(sent, base, statusOf(state)) : statusPatch(sent, base, status)
  const copyVersion = workingCopy?.version ?? null
  const note = status === 'draft' ? (state.sendBack?.note ?? null) : null
  return {
    state: saving('article'),
    effects: [
      { type: 'update', id, version, article, tags, copyVersion, ...(note === null ? {} : { note }) },
    ],
  }
}

function withSlug(form: FormState): FormState {
  if (form.slug.trim() !== '' || form.title.trim() === '') return form
  return { ...form, slug: slugify(form.title) || fallbackSlug(form.title) }
}

/** Tries again what waits for a connection, but publishes only the text for which Publish was pressed. */
function online(state: SaveState): Transition {
  const { save } = state
  if (save.kind !== 'offline') return noEffects(state)
  if (save.pending === null) {
    const next = requestSave(state, 'auto')
    return next.state.save === save ? noEffects({ ...next.state, save: { kind: 'idle' } }) : next
  }
  const { intent, form } = save.pending
  const isSameText = sameFormState(form, state.form)
  return startSave(state, intent === 'publish' && !isSameText ? 'auto' : intent, true)
}

/* Results of a save */

const SAVED_MESSAGE: Readonly<Record<Exclude<SaveIntent, 'auto'>, string>> = {
  draft: 'Article saved as draft',
  review: 'Article submitted for review',
  publish: 'Article published successfully!',
  archive: 'Article archived',
}

/** Says what an explicit save has done. */
function savedMessage(
  { saved: before, sendBack }: Pick<SaveState, 'saved' | 'sendBack'>,
  intent: Exclude<SaveIntent, 'auto'>,
  after: SavedArticle,
): Effect {
  if (intent === 'draft' && sendBack !== null) return { type: 'notify', title: sentBackText(sendBack.writer) }
  // By the clock of the database, as readers get it.
  const now = new Date(after.updated_at)
  const scheduled = articleState(after, now) === 'scheduled' ? after.published_at : null
  if (scheduled !== null) {
    const date = serverClock.calendar.format(scheduled, 'longDateAndTime')
    return { type: 'notify', title: `Article scheduled for ${date}` }
  }
  const was = before === null ? 'draft' : articleState(before, now)
  const loss =
    before === null || was === articleState(after, now) || intent === 'publish'
      ? ''
      : lossText(was, before.hero)
  return { type: 'notify', title: SAVED_MESSAGE[intent], ...(loss === '' ? {} : { description: loss }) }
}

/** The article is saved: what was typed meanwhile stays as it is. */
function articleSaved(state: SaveState, save: Saving, article: SavedArticle, at: string): Transition {
  const { intent, sent, target } = save
  // The server may change the slug and the date; everything else in the row is what was sent.
  const { slug, published_at } = article.form
  const fromServer = { slug, published_at }
  const savedForm = { ...sent, ...fromServer }
  const form = { ...state.form }
  if (form.slug === sent.slug) form.slug = fromServer.slug
  if (form.published_at === sent.published_at) form.published_at = fromServer.published_at
  const effects: Effect[] = [{ type: 'article-saved', intent }]
  if (target === 'create') effects.push({ type: 'created', id: article.id })
  if (intent !== 'auto') effects.push(savedMessage(state, intent, article))
  const next: SaveState = {
    ...state,
    saved: { ...article, form: serializeForm(savedForm) },
    workingCopy: null,
    savedForm,
    form,
    // At an automatic save the title may be half written; an explicit one fixes the slug.
    slugFollowsTitle: state.slugFollowsTitle && intent === 'auto',
  }
  return afterSave(next, save, at, effects)
}

/** The new article exists, although its creation got no answer: from here on it is changed, not created again. */
function foundCreated(state: SaveState, save: Saving, remote: ArticleRecord): Transition {
  const created: Effect = { type: 'created', id: remote.article.id }
  return then([created], startSave(withServer(state, remote), lastIntent(save)))
}

function copySaved(state: SaveState, save: Saving, copy: WorkingCopy, at: string): Transition {
  const next: SaveState = {
    ...state,
    workingCopy: { ...copy, form: serializeForm(save.sent) },
    savedForm: save.sent,
  }
  return afterSave(next, save, at, [{ type: 'article-saved', intent: 'auto' }])
}

/** What the writer asked for last: ⌘S, which queues an automatic save, takes nothing back. */
function lastIntent({ intent, queued }: Pick<Saving, 'intent' | 'queued'>): SaveIntent {
  return queued === null || queued === 'auto' ? intent : queued
}

const NOT_PUBLISHED: Effect = {
  type: 'notify',
  title: 'You are back online',
  description: 'The text has changed since you asked to publish it: it is saved, but not published.',
}

/** After a save that succeeded: a save requested meanwhile comes next. */
function afterSave(state: SaveState, save: Saving, at: string, effects: Effect[]): Transition {
  const { queued } = save
  const next: SaveState = { ...state, save: { kind: 'idle' }, unconfirmed: null, lastSavedAt: at }
  const isUnpublished = lastIntent(save) === 'auto' && pendingOf(save) !== null
  const all = isUnpublished ? [...effects, NOT_PUBLISHED] : effects
  return queued === null ? { state: next, effects: all } : then(all, startSave(next, queued))
}

/** The explicit save that waited for a connection when this one was begun. */
function pendingOf({ previousError }: Pick<Saving, 'previousError'>) {
  return previousError?.kind === 'offline' ? previousError.pending : null
}

/** A save did not succeed: the text stays, and a message says why. Where the text is kept, the notice says. */
function saveFailed(
  state: SaveState,
  save: Omit<Saving, 'kind' | 'target'>,
  { kind, message, ...refusal }: Failure,
): Transition {
  const { sent, queued, isRetry } = save
  const intent = lastIntent(save)
  const stopped = (error: SaveError, description: string, unconfirmed = state.unconfirmed): Transition => ({
    state: { ...state, unconfirmed, save: error },
    effects: error.kind === 'offline' && isRetry && queued === null ? [] : notSaved(intent, description),
  })
  switch (kind) {
    case 'slug-taken':
      return slugTaken({ ...state, save: { kind: 'idle' } }, intent)
    case 'network': {
      const pending =
        intent === 'auto' ? pendingOf(save) : { intent, form: queued === null ? sent : state.form }
      return stopped({ kind: 'offline', pending }, 'No connection.', serializeForm(sent))
    }
    case 'signed-out':
      return stopped({ kind: 'failed', reason: 'signed-out', message: '' }, 'Your session has ended.')
    case 'not-found':
      return stopped({ kind: 'blocked', reason: 'deleted', message: '' }, 'This article has been deleted.')
    case 'denied':
      return stopped({ kind: 'blocked', reason: 'denied', message }, message)
    case 'conflict':
      if (state.saved !== null) return loadRemote(state, intent)
      break
    case 'other':
  }
  return stopped({ kind: 'failed', reason: 'other', message, ...refusal }, message)
}

/** Errors of an auto-save are only logged. */
function notSaved(intent: SaveIntent, description: string): Effect[] {
  if (intent === 'auto') return [{ type: 'log', message: description }]
  return [
    { type: 'notify', tone: 'destructive', title: NOT_SAVED, ...(description === '' ? {} : { description }) },
  ]
}

/** A slug made from the title takes the next number; one that was typed is not changed. */
function slugTaken(state: SaveState, intent: SaveIntent): Transition {
  if (state.slugFollowsTitle) {
    return startSave({ ...state, form: { ...state.form, slug: nextSlug(state.form.slug) } }, intent)
  }
  const message = 'Another article already has this address'
  const focus: Effect[] = intent === 'auto' ? [] : [{ type: 'focus', field: 'slug' }]
  return {
    state: { ...state, errors: { ...state.errors, slug: message } },
    effects: [...notSaved(intent, message), ...focus],
  }
}

/* Saves of somebody else */

function loadRemote(state: SaveState, intent: SaveIntent | null): Transition {
  const { saved } = state
  if (saved === null) return noEffects(state)
  return {
    state: { ...state, save: { kind: 'loading-remote', intent } },
    effects: [{ type: 'load-remote', id: saved.id }],
  }
}

/** Another tab or device saved the article. A running save finds that out by itself. */
function remoteVersions(state: SaveState, versions: Versions): Transition {
  const { save } = state
  if (save.kind !== 'idle' && save.kind !== 'failed') return noEffects(state)
  const known = versionsOf(state)
  const isKnown = versions.version === known.version && versions.copyVersion === known.copyVersion
  return isKnown ? noEffects(state) : loadRemote(state, null)
}

/** The text on the server is loaded: it may be my own, be merged with mine, or need a choice. */
function remoteLoaded(state: SaveState, { intent }: LoadingRemote, remote: ArticleRecord): Transition {
  const theirs = currentForm(remote)
  const base = serializeForm(state.savedForm)
  const mine = serializeForm(state.form)
  const status = remote.article.status
  const hasNewStatus = status !== statusOf(state)
  // Another status than Publish sets would undo one that somebody has just set: the writer chooses.
  const wanted = intent === null ? null : STATUS_OF_INTENT[intent]
  const undoesStatus = wanted !== null && wanted !== 'published' && hasNewStatus && status !== wanted
  // The server may change the date.
  const { unconfirmed } = state
  const isOwnSave =
    unconfirmed !== null && sameForm({ ...unconfirmed, published_at: theirs.published_at }, theirs)
  const isDateSent = isOwnSave && mine.published_at === unconfirmed.published_at
  const merge = isOwnSave
    ? {
        kind: 'merged' as const,
        form: { ...mine, ...(isDateSent ? { published_at: theirs.published_at } : {}) },
      }
    : mergeWithServer(base, remote, mine)
  if (merge.kind === 'clash' || (undoesStatus && !isOwnSave)) {
    const isPrompting = intent !== null && intent !== 'auto'
    return noEffects({ ...state, save: { kind: 'conflict', intent: intent ?? 'auto', remote, isPrompting } })
  }
  const form = formState(merge.form, state.form)
  // Fields with a document of their own show the text that is on the screen already.
  const isShown = isOwnSave || sameForm(mine, merge.form)
  const server = withServer(state, remote)
  const next = isShown ? { ...server, form } : withForm(server, form)
  const isNews = !isOwnSave && (hasNewStatus || !isShown)
  const isNeeded = intent !== null && !(intent === 'auto' && sameForm(merge.form, theirs))
  return then(
    isNews ? [savedElsewhere(hasNewStatus ? status : null, state.isDirty)] : [],
    isNeeded ? startSave(next, intent) : noEffects(next),
  )
}

/** The effect of another person's save. `status`: the status it set; null when unchanged. `isMerged`: merged into unsaved text. */
function savedElsewhere(status: ArticleStatus | null, isMerged: boolean): Effect {
  const text = isMerged ? 'What changed there was added to your text.' : 'You see the newest text.'
  const description = status === null ? text : `Its status is ${ARTICLE_STATUS_LABELS[status]} now.`
  return { type: 'notify', title: 'This article was saved elsewhere', description }
}

/** The text on the server could not be loaded: the save that waits for it has failed without being sent. */
function remoteFailed(state: SaveState, { intent }: LoadingRemote, failure: Failure): Transition {
  if (intent === null) return noEffects({ ...state, save: { kind: 'idle' } })
  const kind = failure.kind === 'conflict' ? 'other' : failure.kind
  const next = saveFailed(
    state,
    { intent, sent: state.form, queued: null, isRetry: false, previousError: null },
    { ...failure, kind },
  )
  return { ...next, state: { ...next.state, unconfirmed: state.unconfirmed } }
}

/** Opens or closes the dialog of a conflict. */
function promptConflict(state: SaveState, isPrompting: boolean): SaveState {
  return state.save.kind === 'conflict' ? { ...state, save: { ...state.save, isPrompting } } : state
}

/** The writer has chosen. The other text is kept on this device. */
function resolve(state: SaveState, choice: Choice): Transition {
  const { save } = state
  if (save.kind !== 'conflict') return noEffects(state)
  if (choice === 'later') return noEffects(promptConflict(state, false))
  const { remote, intent } = save
  const mine = serializeForm(state.form)
  const merge = mergeOf(state, remote)
  const theirs = merge.kind === 'clash' ? merge.other : currentForm(remote)
  const next = withServer(state, remote)
  const keepMine: Effect = { type: 'keep-draft', form: mine, kind: 'mine' }
  const keepTheirs: Effect = { type: 'keep-draft', form: theirs, kind: 'theirs' }
  if (choice === 'mine') return then([keepTheirs], goOn(next, merge, intent))
  if (choice === 'theirs')
    return then([keepMine], goOn(withForm(next, formState(theirs, state.form)), merge, null))
  if (merge.kind === 'merged')
    return sameForm(merge.form, mine)
      ? noEffects(state)
      : goOn(withForm(next, formState(merge.form, state.form)), merge, intent)
  const both = choice === 'both' ? merge.mine : merge.theirs
  // The history has the published article.
  const isInHistory = choice === 'both' && merge.against === 'published'
  if (choice === 'both' && !isInHistory && sameForm(both, mine)) return noEffects(state)
  const kept = isInHistory ? [] : [choice === 'both' ? keepTheirs : keepMine]
  return then(kept, goOn(withForm(next, formState(both, state.form)), merge, intent))
}

/** Saves what was chosen (intent null: does not), unless it clashes with the published article as well. */
function goOn(state: SaveState, chosen: Merge, intent: SaveIntent | null): Transition {
  const { saved, workingCopy } = state
  const isMerged = chosen.kind === 'merged' || chosen.against === 'published'
  if (isMerged || saved === null || workingCopy === null)
    return intent === null ? noEffects(state) : startSave(state, intent)
  const remote = { article: saved, workingCopy }
  const merge = mergeOf(state, remote)
  if (merge.kind === 'merged') return goOn(withForm(state, formState(merge.form, state.form)), merge, intent)
  return noEffects({
    ...state,
    save: { kind: 'conflict', intent: intent ?? 'auto', remote, isPrompting: intent !== null },
  })
}
