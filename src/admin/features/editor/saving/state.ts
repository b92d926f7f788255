import type { ArticleStatus } from '../../../../domain/story/article.ts'
import { type ArticleState, articleState } from '../../../../domain/story/article-state.ts'
import {
  type ArticlePatch,
  type EditorForm,
  type Field,
  type FormState,
  blankForm,
  formState,
  sameFormState,
  serializeForm,
} from './form.ts'
import {
  type ArticleRecord,
  type SavedArticle,
  type WorkingCopy,
  currentForm,
  mergeWithServer,
} from './article-record.ts'

/** Why the article is saved. 'auto' never changes its status. */
export type SaveIntent = 'auto' | 'draft' | 'review' | 'publish' | 'archive'

/** A save is under way. */
export interface Saving {
  kind: 'saving'
  intent: SaveIntent
  /** Where it goes: a new row, the article itself, or the working copy of a published article. */
  target: 'create' | 'article' | 'working-copy'
  sent: FormState
  /** A save that was requested meanwhile; it comes next. */
  queued: SaveIntent | null
  /** A retry by the editor itself: it shows no message while there still is no connection. */
  isRetry: boolean
  /** Why the save before this one did not succeed; shown until one does. */
  previousError: SaveError | null
}

/** Why the last save did not succeed. */
export type SaveError =
  /** No connection. `pending`: an explicit save that waits for it, and the text it was requested for. */
  | { kind: 'offline'; pending: { intent: SaveIntent; form: FormState } | null }
  /** The next save may succeed. */
  | {
      kind: 'failed'
      reason: 'signed-out' | 'other'
      message: string
      /** The id of the file for which nothing is published. */
      refusedFile?: string
    }
  /** Only the writer can try again. */
  | { kind: 'blocked'; reason: 'deleted' | 'denied'; message: string }

/** Somebody else saved: what they saved is being loaded. `intent` null: no save of this editor waits for it. */
export interface LoadingRemote {
  kind: 'loading-remote'
  intent: SaveIntent | null
}

/** Somebody else saved, and the two texts do not go together. Nothing is saved until the writer has chosen. */
export interface Conflict {
  kind: 'conflict'
  intent: SaveIntent
  remote: ArticleRecord
  /** The dialog is open. */
  isPrompting: boolean
}

/** A story that an editor sends back: with a note or (null) without, and the name of its writer where it is known. */
export interface SendBack {
  note: string | null
  writer: string | null
}

export interface SaveState {
  saved: SavedArticle | null
  workingCopy: WorkingCopy | null
  form: FormState
  /** The text that is safe on the server; of a new article the one it began with. */
  savedForm: FormState
  /** Whether `form` holds something that `savedForm` does not. */
  isDirty: boolean
  /** Counts how often the form was replaced as a whole: fields with a document of their own then show the new one. */
  formRevision: number
  autoSave: boolean
  slugFollowsTitle: boolean
  save: { kind: 'idle' } | Saving | SaveError | LoadingRemote | Conflict
  /** What was last sent, to create the article or to change it, when no answer came: the server may hold it or not. */
  unconfirmed: EditorForm | null
  /** Validation errors by field. */
  errors: Partial<Record<Field, string>>
  /** How the save that makes a draft of it sends the story back; null: it does not. */
  sendBack: SendBack | null
  /** ISO time of the last save since the editor was opened, automatic or not. */
  lastSavedAt: string | null
}

/** What the text on the screen, which may be edited until the choice, is together with what was saved elsewhere. */
export function mergeOf({ form, savedForm }: Pick<SaveState, 'form' | 'savedForm'>, remote: ArticleRecord) {
  return mergeWithServer(serializeForm(savedForm), remote, serializeForm(form))
}

/**
 * How to resolve a conflict: keep one text; merge both, with mine or theirs in the fields that both changed; or decide
 * later.
 */
export type Choice = 'mine' | 'theirs' | 'both' | 'both-with-theirs' | 'later'

/** The versions of an article and its working copy on the server; null: there is no working copy. */
export interface Versions {
  version: number
  copyVersion: number | null
}

export type Event =
  | { type: 'edit'; patch: Partial<FormState> }
  | { type: 'set-auto-save'; on: boolean }
  | { type: 'auto-save' }
  | { type: 'save'; intent: SaveIntent; sendBack?: SendBack }
  | { type: 'save-as-is' }
  | { type: 'saved'; article: SavedArticle; at: string }
  | { type: 'found-created'; remote: ArticleRecord }
  | { type: 'copy-saved'; copy: WorkingCopy; at: string }
  | { type: 'save-failed'; failure: Failure }
  /** What another tab or device may have saved. */
  | { type: 'remote-versions'; versions: Versions }
  | { type: 'remote-loaded'; remote: ArticleRecord }
  | { type: 'remote-failed'; failure: Failure }
  | { type: 'prompt-conflict' }
  | { type: 'resolve'; choice: Choice }
  | { type: 'copy-dropped' }
  | { type: 'restore'; form: EditorForm }
  | { type: 'online' }
  | { type: 'drop-pending' }

export type FailureKind =
  'network' | 'conflict' | 'slug-taken' | 'denied' | 'signed-out' | 'not-found' | 'other'

export interface Failure {
  kind: FailureKind
  message: string
  /** The id of the file for which nothing is published. */
  refusedFile?: string
}

/** A request that failed. `message` is the reason in words, '' when `kind` says enough; `cause` is the BackendError. */
export class SaveFailure extends Error {
  override readonly name = 'SaveFailure'
  readonly kind: FailureKind

  constructor(kind: FailureKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

export type Effect =
  | { type: 'create'; article: ArticlePatch; tags: string[]; unconfirmed: EditorForm | null }
  | {
      type: 'update'
      id: string
      version: number
      article: ArticlePatch
      tags: string[]
      /** Of a published article: the version of the working copy this save carries out, null when there must be none. */
      copyVersion: number | null
      /** Why the story is sent back to its writer; absent when it is not, or without a note. */
      note?: string
    }
  | {
      type: 'save-copy'
      id: string
      version: number | null
      baseVersion: number
      base: EditorForm
      form: EditorForm
    }
  | { type: 'load-remote'; id: string }
  | { type: 'keep-draft'; form: EditorForm; kind: 'mine' | 'theirs' }
  | { type: 'notify'; tone?: 'destructive'; title: string; description?: string }
  | { type: 'focus'; field: Field }
  | { type: 'created'; id: string }
  | { type: 'article-saved'; intent: SaveIntent }
  | { type: 'log'; message: string }

/** The state when the screen opens: `record` null for a new article of `authorId`, which begins as `initialForm`. */
export function openingState(
  record: ArticleRecord | null,
  authorId: string,
  initialForm = blankForm(authorId),
): SaveState {
  const savedForm = formState(record ? currentForm(record) : initialForm)
  const merge = record && mergeOf({ form: savedForm, savedForm }, record)
  const form = merge?.kind === 'merged' ? formState(merge.form, savedForm) : savedForm
  return {
    saved: record?.article ?? null,
    workingCopy: record?.workingCopy ?? null,
    form,
    savedForm,
    isDirty: !sameFormState(form, savedForm),
    formRevision: 0,
    autoSave: true,
    slugFollowsTitle: record === null,
    save:
      record && merge?.kind === 'clash'
        ? { kind: 'conflict', intent: 'auto', remote: record, isPrompting: false }
        : { kind: 'idle' },
    unconfirmed: null,
    errors: {},
    sendBack: null,
    lastSavedAt: null,
  }
}

export function statusOf(state: SaveState): ArticleStatus {
  return state.saved?.status ?? 'draft'
}

/** What the article on the server is to its readers. */
export function stateOf({ saved }: Pick<SaveState, 'saved'>, now: Date): ArticleState {
  return saved === null ? 'draft' : articleState(saved, now)
}

export function isPublished(state: SaveState): boolean {
  return statusOf(state) === 'published'
}

/** Whether readers do not yet see what the screen of a published article holds. */
export function hasUnpublishedChanges(state: SaveState): boolean {
  return isPublished(state) && (state.workingCopy !== null || state.isDirty)
}

/** The versions of article and working copy that the next save expects on the server; null for one not stored. */
export function versionsOf({ saved, workingCopy }: SaveState) {
  return { version: saved?.version ?? null, copyVersion: workingCopy?.version ?? null }
}

/** Why the last save that ended did not succeed; null when it did. */
export function saveErrorOf({ save }: SaveState): SaveError | null {
  switch (save.kind) {
    case 'offline':
    case 'failed':
    case 'blocked':
      return save
    case 'saving':
      return save.previousError
    default:
      return null
  }
}
