import type { EditorForm } from './editor-form.ts'
import { step } from './editor-machine.ts'
import type { Effect, EditorState, Event, Failure } from './editor-state.ts'
import { isDirty, safeForm } from './editor-state.ts'
import type { SafetyCopy } from './safety-copy.ts'
import { offerFor } from './safety-copy.ts'
import { SaveFailure } from './save-failure.ts'
import type { SessionOptions, Snapshot } from './session-options.ts'

const COPY_DELAY_MS = 500
const AUTO_SAVE_MS = 30_000
const RETRY_MS = 5_000

/** One sitting at one article: runs the machine, carries out what it asks for, keeps the copy on this device. */
export class EditorSession {
  readonly #options: SessionOptions
  readonly #listeners = new Set<() => void>()
  #snapshot: Snapshot
  #copyTimer: ReturnType<typeof setTimeout> | undefined
  #ended = false
  #timers: ReturnType<typeof setInterval>[] = []

  constructor(options: SessionOptions) {
    this.#options = options
    this.#snapshot = { state: options.opening, offers: [], unsafe: false }
  }

  get state(): EditorState {
    return this.#snapshot.state
  }

  /** Starts the clock of the auto-save and looks for texts on this device. */
  start(): void {
    this.#ended = false
    this.#timers = [
      setInterval(() => this.dispatch({ type: 'tick' }), AUTO_SAVE_MS),
      setInterval(() => {
        if (this.state.trouble?.kind === 'offline') this.dispatch({ type: 'online' })
      }, RETRY_MS),
    ]
    void this.#findOffers()
  }

  /**
   * Ends the sitting: what is not saved yet is saved on the way out, under the rules of the auto-save. Resolves when
   * nothing is under way any more.
   */
  end(): Promise<void> {
    this.#ended = true
    this.#timers.forEach(clearInterval)
    this.#timers = []
    this.flush()
    this.dispatch({ type: 'tick' })
    return this.#idle().then(() => void this.flush())
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  snapshot = (): Snapshot => this.#snapshot

  dispatch = (event: Event): void => {
    const before = this.state
    const { state, effects } = step(before, event)
    if (state !== before) this.#show({ state })
    // A copy of a new article that now exists must not be offered as a new one.
    if (before.stored === null && state.stored !== null) this.flush()
    else if (
      state.form !== before.form ||
      state.stored !== before.stored ||
      state.workingCopy !== before.workingCopy
    ) {
      this.#keepSoon()
    }
    for (const effect of effects) this.#carryOut(effect)
  }

  /** Writes the copy on this device now. True when nothing of the screen can be lost any more. */
  flush(): boolean {
    clearTimeout(this.#copyTimer)
    const { state } = this
    const { copies, userId, sittingId } = this.#options
    if (!isDirty(state)) {
      copies.remove({ id: sittingId, userId })
      if (this.#snapshot.unsafe) this.#show({ unsafe: false })
      return true
    }
    const kept = copies.put(this.#copyOf(state.form, 'unsaved', sittingId))
    if (kept === this.#snapshot.unsafe) this.#show({ unsafe: !kept })
    return kept
  }

  /**
   * Puts an offered text on the screen, to be saved like anything else that was typed. What stood there and is not
   * saved yet is kept in turn.
   */
  restore(copy: SafetyCopy): void {
    if (isDirty(this.state)) this.#keep(this.state.form, 'mine')
    this.dispatch({ type: 'restore', form: { ...copy.form, html: this.#editable(copy.form) } })
    if (this.flush()) this.discard(copy)
  }

  discard(copy: SafetyCopy): void {
    this.#options.copies.remove(copy)
    this.#show({ offers: this.#snapshot.offers.filter(({ id }) => id !== copy.id) })
  }

  /**
   * Puts an older version of the article on the screen and saves it like anything that was typed: over the version that
   * the writer had opened, of a published article into its working copy. What it takes the place of is saved before, so
   * that it is in the history. False: that did not succeed, and nothing was restored. Rejects with a SaveFailure.
   */
  async restoreVersion(form: EditorForm): Promise<boolean> {
    await this.#saved()
    if (isDirty(this.state) || this.state.conflict) return false
    // The database keeps in the history what is discarded.
    await this.discardWorkingCopy()
    this.dispatch({ type: 'restore', form: { ...form, html: this.#editable(form) } })
    await this.#saved()
    this.dispatch({ type: 'ask-again' })
    return true
  }

  /**
   * Takes away the unpublished changes of a published article; they stay in the history, with what was typed last.
   * Rejects with a SaveFailure.
   */
  async discardWorkingCopy(): Promise<void> {
    await this.#saved()
    const { stored, workingCopy } = this.state
    if (!stored || !workingCopy) return
    await this.#options.server.dropCopy(stored.id, workingCopy.version)
    // What could not be saved, or was typed meanwhile, is in no history.
    if (isDirty(this.state)) this.#keep(this.state.form, 'mine')
    this.dispatch({ type: 'copy-dropped' })
  }

  /** Saves what is on the screen, under the rules of the auto-save. Resolves when nothing is under way any more. */
  async #saved(): Promise<void> {
    await this.#idle()
    this.dispatch({ type: 'save', intent: 'auto' })
    await this.#idle()
  }

  #idle(): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (this.state.running || this.state.conflict?.phase === 'loading') return
        stop()
        resolve()
      }
      const stop = this.subscribe(check)
      check()
    })
  }

  /** A body that cannot be edited here is never put back from a copy either. */
  #editable(form: EditorForm): string | null {
    return this.state.form.html === null ? null : form.html
  }

  #show(change: Partial<Snapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change }
    for (const listener of this.#listeners) listener()
  }

  #keepSoon(): void {
    clearTimeout(this.#copyTimer)
    this.#copyTimer = setTimeout(() => this.flush(), COPY_DELAY_MS)
  }

  #copyOf(form: EditorForm, kind: SafetyCopy['kind'], id: string): SafetyCopy {
    const { stored, workingCopy } = this.state
    return {
      id,
      userId: this.#options.userId,
      articleId: stored?.id ?? null,
      kind,
      savedAt: this.#now(),
      version: stored?.version ?? null,
      copyVersion: workingCopy?.version ?? null,
      form,
    }
  }

  /** Sets a text aside, where it is offered at once and whenever this article is opened. */
  #keep(form: EditorForm, whose: 'mine' | 'theirs'): void {
    const copy = this.#copyOf(form, whose, this.#options.newId())
    this.#options.copies.put(copy)
    this.#show({ offers: [copy, ...this.#snapshot.offers] })
  }

  #now(): string {
    return (this.#options.now?.() ?? new Date()).toISOString()
  }

  async #findOffers(): Promise<void> {
    const { copies, userId, sittingId, openSittings } = this.#options
    const open = await openSittings()
    const { state } = this
    const measure = {
      version: state.stored?.version ?? null,
      copyVersion: state.workingCopy?.version ?? null,
      form: safeForm(state),
    }
    const offers = copies
      .list(userId)
      .filter(
        ({ id, articleId }) => articleId === (state.stored?.id ?? null) && id !== sittingId && !open.has(id),
      )
      .filter((copy) => {
        if (offerFor(copy, measure) !== 'none') return true
        copies.remove(copy)
        return false
      })
    if (offers.length > 0) this.#show({ offers: [...this.#snapshot.offers, ...offers] })
  }

  #carryOut(effect: Effect): void {
    const { server, onScreen } = this.#options
    const failed = (error: unknown) => this.dispatch({ type: 'failed', failure: asFailure(error) })
    switch (effect.type) {
      case 'create':
        this.#create(effect).then(this.dispatch, failed)
        return
      case 'update':
        server.update(effect).then((article) => {
          this.dispatch({ type: 'saved', article, at: this.#now() })
        }, failed)
        return
      case 'save-copy':
        server.saveCopy(effect).then((copy) => {
          this.dispatch({ type: 'copy-saved', copy, at: this.#now() })
        }, failed)
        return
      case 'load-theirs':
        server.load(effect.id).then(
          (theirs) => this.dispatch({ type: 'theirs-loaded', server: theirs }),
          (error: unknown) => this.dispatch({ type: 'theirs-failed', failure: asFailure(error) }),
        )
        return
      case 'keep':
        this.#keep(effect.form, effect.whose)
        return
      case 'log':
        console.error('Auto-save:', effect.message)
        return
      default:
        // What other screens show of the article is out of date, whether this one is still there or not.
        if (!this.#ended || effect.type === 'article-saved') onScreen(effect)
    }
  }

  async #create({ article, tags, unconfirmed }: Extract<Effect, { type: 'create' }>): Promise<Event> {
    const { server } = this.#options
    const found = unconfirmed && (await server.findCreated(unconfirmed))
    if (found) return { type: 'found-created', server: found }
    return { type: 'saved', article: await server.create(article, tags), at: this.#now() }
  }
}

function asFailure(error: unknown): Failure {
  if (error instanceof SaveFailure) return { kind: error.kind, message: error.message }
  console.error(error)
  return { kind: 'other', message: error instanceof Error ? error.message : '' }
}
