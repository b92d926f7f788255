import { BackendError } from '../../../../backend/errors.ts'
import { serverClock } from '../../../../backend/server-clock.ts'
import { describeError } from '../../../resources/describe-error.ts'
import type { ArticleRecord, SavedArticle, WorkingCopy } from './article-record.ts'
import {
  type ArticlePatch,
  type EditorForm,
  type FormState,
  sameFormState,
  contentOf,
  serializeForm,
} from './form.ts'
import { type LocalDraft, type LocalDraftStore, recoveryFor } from './local-draft.ts'
import { reduce } from './machine.ts'
import {
  type Effect,
  type Event,
  type Failure,
  type SaveState,
  type SendBack,
  type Versions,
  SaveFailure,
  versionsOf,
} from './state.ts'
import { randomId } from './tab-lock.ts'

/** Maximum time from a change to its local draft, which is written after the frame that shows the change. */
const MAX_DRAFT_MS = 100
/** From the last change to the automatic save. */
const PAUSE_MS = 2_000
/** Between two automatic saves of somebody who types without a pause. */
const AUTO_SAVE_MS = 30_000
const RETRY_MS = 5_000

/** The requests of the editor. All reject with a SaveFailure. */
export interface EditorServer {
  create: (article: ArticlePatch, tags: string[]) => Promise<SavedArticle>
  update: (effect: Extract<Effect, { type: 'update' }>) => Promise<SavedArticle>
  saveCopy: (effect: Extract<Effect, { type: 'save-copy' }>) => Promise<WorkingCopy>
  dropCopy: (articleId: string, version: number) => Promise<void>
  load: (articleId: string) => Promise<ArticleRecord>
  /** The article that a creation without an answer has left behind; null if none. */
  findCreated: (sent: EditorForm) => Promise<ArticleRecord | null>
}

/** An effect that the screen carries out. */
export type ScreenEffect = Extract<Effect, { type: 'notify' | 'focus' | 'created' | 'article-saved' }>

export interface SessionOptions {
  opening: SaveState
  /** Whether to restore a local draft at once, when nobody has saved the article since. */
  recovers: boolean
  userId: string
  server: EditorServer
  drafts: LocalDraftStore
  /** The id of this session's own local draft. */
  sessionId: string
  /** The sessions that are open in other tabs, whose drafts are in use. */
  openSessions: () => Promise<ReadonlySet<string>>
  onScreen: (effect: ScreenEffect) => void
  afterPaint?: (run: () => void) => void
}

/** What the screen shows: the state, and the local drafts beside it. */
export interface EditorView {
  state: SaveState
  /** Local drafts of the article that the writer can take or discard. */
  drafts: readonly LocalDraft[]
  /** The local draft that was restored automatically; null once it was dropped, or saved by the writer. */
  recovered: Recovered | null
  /** The browser refused to keep what the server does not hold yet. */
  localDraftFailed: boolean
}

interface Recovered {
  savedAt: string
  /** The text that it replaced. */
  before: EditorForm
  form: FormState
}

/** An open editor: runs the machine, carries out its effects, keeps the local draft. */
export class EditingSession {
  readonly #options: SessionOptions
  readonly #listeners = new Set<() => void>()
  #view: EditorView
  #draftIsDue = false
  /** When the text on the screen was last changed, by this device's clock. */
  #changedAt = serverClock.deviceNow()
  #pauseTimer: ReturnType<typeof setTimeout> | undefined
  #intervals: ReturnType<typeof setInterval>[] = []
  #hasDraft = false
  #ended = false

  constructor(options: SessionOptions) {
    this.#options = options
    this.#view = { state: options.opening, drafts: [], recovered: null, localDraftFailed: false }
  }

  get state(): SaveState {
    return this.#view.state
  }

  /** Starts the auto-save and looks for local drafts. */
  start(): void {
    this.#ended = false
    this.#intervals = [
      setInterval(() => this.dispatch({ type: 'auto-save' }), AUTO_SAVE_MS),
      setInterval(() => this.dispatch({ type: 'online' }), RETRY_MS),
    ]
    void this.#findDrafts()
  }

  /** Saves what is left, under the rules of the auto-save. Resolves when nothing is under way any more. */
  async end(): Promise<void> {
    this.#ended = true
    this.#intervals.forEach(clearInterval)
    clearTimeout(this.#pauseTimer)
    void this.flush()
    this.dispatch({ type: 'auto-save' })
    await this.#idle()
    await this.flush()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  view = (): EditorView => this.#view

  dispatch = (event: Event): void => {
    const before = this.state
    const { state, effects } = reduce(before, event)
    if (state.form !== before.form) this.#changedAt = serverClock.deviceNow()
    if (state !== before) {
      const isReplaced = state.formRevision !== before.formRevision
      this.#show({ state, ...(isReplaced ? { recovered: null } : {}) })
    }
    // Once a new article exists, its draft must name it: otherwise it would be found for another new article.
    if (before.saved === null && state.saved !== null) void this.flush()
    else if (state.form !== before.form || state.savedForm !== before.savedForm) this.#keepDraftSoon()
    if (event.type === 'edit') this.#saveAfterPause()
    for (const effect of effects) this.#carryOut(effect)
  }

  /** Writes the local draft now. Resolves when nothing on the screen can be lost, or the browser has refused. */
  async flush(): Promise<void> {
    this.#draftIsDue = false
    const { drafts, userId, sessionId } = this.#options
    if (this.state.isDirty) {
      this.#hasDraft = true
      await this.#put(this.#draftOf(serializeForm(this.state.form), 'unsaved', sessionId))
    } else if (this.#hasDraft) {
      this.#hasDraft = false
      if (this.#view.localDraftFailed) this.#show({ localDraftFailed: false })
      await drafts.remove({ id: sessionId, userId })
    }
  }

  /** Puts a local draft on the screen. What stood there and is not saved yet is kept in turn. */
  async restore(draft: LocalDraft): Promise<void> {
    if (this.state.isDirty) this.#keepDraft(serializeForm(this.state.form), 'mine')
    this.dispatch({ type: 'restore', form: this.#editable(draft.form) })
    this.#changedAt = draft.savedAt
    this.#show({ drafts: this.#view.drafts.filter(({ id }) => id !== draft.id) })
    await this.flush()
    if (!this.#view.localDraftFailed) await this.#options.drafts.remove(draft)
  }

  discard(draft: LocalDraft): void {
    void this.#options.drafts.remove(draft)
    this.#show({ drafts: this.#view.drafts.filter(({ id }) => id !== draft.id) })
  }

  /** Goes back to the text before the recovered draft. What was typed since is kept as a local draft. */
  dropRecovered(): void {
    const { recovered, state } = this.#view
    if (recovered === null) return
    if (!sameFormState(state.form, recovered.form)) this.#keepDraft(serializeForm(state.form), 'mine')
    this.dispatch({ type: 'restore', form: recovered.before })
  }

  acceptRecovered(): void {
    this.#show({ recovered: null })
  }

  /**
   * Puts an older version of the article on the screen and saves it like anything that was typed: over the version that
   * the writer had opened, of a published article into its working copy. What it replaces is saved before, so that it
   * is in the history. False: that did not succeed, and nothing was restored. Rejects with a SaveFailure.
   */
  async restoreVersion(form: EditorForm): Promise<boolean> {
    await this.#saveNow()
    if (this.state.isDirty || this.state.save.kind === 'conflict') return false
    // The database keeps in the history what is discarded.
    await this.discardWorkingCopy()
    this.dispatch({ type: 'restore', form: this.#editable(form) })
    await this.#saveNow()
    this.dispatch({ type: 'prompt-conflict' })
    return true
  }

  /** Discards the unpublished changes; the history keeps them and what was typed last. Rejects with a SaveFailure. */
  async discardWorkingCopy(): Promise<void> {
    await this.#saveNow()
    const { saved, workingCopy } = this.state
    if (!saved || !workingCopy) return
    await this.#options.server.dropCopy(saved.id, workingCopy.version)
    // What could not be saved, or was typed meanwhile, is in no history.
    if (this.state.isDirty) this.#keepDraft(serializeForm(this.state.form), 'mine')
    this.dispatch({ type: 'copy-dropped' })
  }

  /** Sends the story back: saves it as a draft. Resolves to whether it was saved. */
  async sendBack(sendBack: SendBack): Promise<boolean> {
    this.dispatch({ type: 'save', intent: 'draft', sendBack })
    await this.#idle()
    return this.state.saved?.status === 'draft' && this.state.save.kind === 'idle'
  }

  /** Compares versions on the server, loaded since `since` was the state, with the versions of this editor. */
  compareVersions(versions: Versions, since = this.state): void {
    const { saved, workingCopy } = this.state
    if (saved === since.saved && workingCopy === since.workingCopy)
      this.dispatch({ type: 'remote-versions', versions })
  }

  /** Saves what is on the screen, under the rules of the auto-save. Resolves when nothing is under way any more. */
  async #saveNow(): Promise<void> {
    await this.#idle()
    this.dispatch({ type: 'save', intent: 'auto' })
    await this.#idle()
  }

  #idle(): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        const { kind } = this.state.save
        if (kind === 'saving' || kind === 'loading-remote') return
        stop()
        resolve()
      }
      const stop = this.subscribe(check)
      check()
    })
  }

  /** The form to restore. A body that cannot be edited is not replaced, and replaces none. */
  #editable(form: EditorForm): EditorForm {
    const { html, parts } = serializeForm(this.state.form)
    const isReadable = [form, { html, parts }].every((body) => contentOf(body) !== null)
    return isReadable ? form : { ...form, html, parts }
  }

  #show(change: Partial<EditorView>): void {
    this.#view = { ...this.#view, ...change }
    for (const listener of this.#listeners) listener()
  }

  #saveAfterPause(): void {
    clearTimeout(this.#pauseTimer)
    if (this.#ended) return
    this.#pauseTimer = setTimeout(() => this.dispatch({ type: 'auto-save' }), PAUSE_MS)
  }

  #keepDraftSoon(): void {
    if (this.#draftIsDue) return
    this.#draftIsDue = true
    const { afterPaint = runAfterPaint } = this.#options
    afterPaint(() => {
      if (this.#draftIsDue) void this.flush()
    })
  }

  async #put(draft: LocalDraft): Promise<void> {
    const failed = await this.#options.drafts.put(draft).then(
      () => false,
      () => true,
    )
    if (failed !== this.#view.localDraftFailed) this.#show({ localDraftFailed: failed })
  }

  #draftOf(form: EditorForm, kind: LocalDraft['kind'], id: string): LocalDraft {
    return {
      id,
      userId: this.#options.userId,
      articleId: this.state.saved?.id ?? null,
      kind,
      savedAt: kind === 'theirs' ? serverClock.deviceNow() : this.#changedAt,
      ...versionsOf(this.state),
      form,
    }
  }

  /** Keeps a text as a local draft, which is shown at once and whenever this article is opened. */
  #keepDraft(form: EditorForm, kind: 'mine' | 'theirs'): void {
    const draft = this.#draftOf(form, kind, randomId())
    void this.#put(draft)
    this.#show({ drafts: [draft, ...this.#view.drafts] })
  }

  async #findDrafts(): Promise<void> {
    const { drafts, userId, sessionId, openSessions, recovers } = this.#options
    const [open, found] = await Promise.all([openSessions(), drafts.list(userId)])
    const { state } = this
    const server = { ...versionsOf(state), form: serializeForm(state.savedForm) }
    const own = found.filter(
      ({ id, articleId }) => articleId === (state.saved?.id ?? null) && id !== sessionId && !open.has(id),
    )
    const needless = own.filter((draft) => recoveryFor(draft, server) === 'none')
    for (const draft of needless) void drafts.remove(draft)
    const useful = own.filter((draft) => !needless.includes(draft))
    this.#show({ drafts: [...this.#view.drafts, ...useful] })
    const newest = useful.find(({ kind }) => kind === 'unsaved')
    // Never over what was typed meanwhile.
    if (newest === undefined || !recovers || state.isDirty) return
    if (recoveryFor(newest, server) === 'restore') {
      const before = serializeForm(state.form)
      const restored = this.restore(newest)
      this.#show({ recovered: { savedAt: newest.savedAt, before, form: this.state.form } })
      await restored
    }
  }

  #carryOut(effect: Effect): void {
    switch (effect.type) {
      case 'create':
      case 'update':
      case 'save-copy':
      case 'load-remote': {
        const type = effect.type === 'load-remote' ? 'remote-failed' : 'save-failed'
        this.#send(effect).then(this.dispatch, (error: unknown) => {
          this.dispatch({ type, failure: toFailure(error) })
        })
        return
      }
      case 'keep-draft':
        this.#keepDraft(effect.form, effect.kind)
        return
      case 'log':
        console.error('Auto-save:', effect.message)
        return
      default:
        if (effect.type === 'article-saved' && effect.intent !== 'auto') this.acceptRecovered()
        // A save makes the data of other screens stale, even when this screen is closed.
        if (!this.#ended || effect.type === 'article-saved') this.#options.onScreen(effect)
    }
  }

  /** Sends a request; resolves with the event of its result. */
  async #send(
    effect: Extract<Effect, { type: 'create' | 'update' | 'save-copy' | 'load-remote' }>,
  ): Promise<Event> {
    const { server } = this.#options
    switch (effect.type) {
      case 'create': {
        const found = effect.unconfirmed && (await server.findCreated(effect.unconfirmed))
        if (found) return { type: 'found-created', remote: found }
        return saved(await server.create(effect.article, effect.tags))
      }
      case 'update':
        return saved(await server.update(effect))
      case 'save-copy':
        return { type: 'copy-saved', copy: await server.saveCopy(effect), at: now() }
      case 'load-remote':
        return { type: 'remote-loaded', remote: await server.load(effect.id) }
    }
  }
}

function saved(article: SavedArticle): Event {
  serverClock.hasReached(article.updated_at)
  return { type: 'saved', article, at: now() }
}

function now(): string {
  return serverClock.now().toISOString()
}

/** Runs twice: after the next frame, and after MAX_DRAFT_MS for a page that shows no frames. */
function runAfterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run))
  setTimeout(run, MAX_DRAFT_MS)
}

function toFailure(error: unknown): Failure {
  if (error instanceof SaveFailure) {
    const { kind, message, cause } = error
    const refusedFile = cause instanceof BackendError ? cause.refusedFile : null
    return { kind, message, ...(refusedFile === null ? {} : { refusedFile }) }
  }
  console.error(error)
  return { kind: 'other', message: describeError(error, { otherwise: '' }) }
}
