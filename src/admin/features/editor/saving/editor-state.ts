import type { ArticleStatus } from '../../../../domain/article.ts'
import type { ArticlePatch, EditorForm, FormErrors, Field } from './editor-form.ts'
import { blankForm, sameForm } from './editor-form.ts'
import type { Overlap } from './rebase.ts'
import { mergeQuietly } from './rebase.ts'
import type { ServerText, StoredArticle, WorkingCopy } from './texts.ts'

/** Why the article is saved. 'auto' never changes its status. */
export type SaveIntent = 'auto' | 'draft' | 'review' | 'publish'

/** Where a save goes: a new row, the article itself, or the working copy of a published article. */
export type SaveTarget = 'create' | 'article' | 'working-copy'

export interface Running {
  intent: SaveIntent
  target: SaveTarget
  sent: EditorForm
}

/** Somebody else saved in between. Until the writer has chosen, nothing is saved. */
export type Conflict =
  | { phase: 'loading'; intent: SaveIntent }
  | { phase: 'choose'; intent: SaveIntent; server: ServerText; fields: Overlap; asking: boolean }

/** Why the last save did not succeed, until one does. */
export type Trouble =
  { kind: 'offline' | 'signed-out' | 'gone' } | { kind: 'denied' | 'failed'; message: string }

export interface EditorState {
  stored: StoredArticle | null
  workingCopy: WorkingCopy | null
  form: EditorForm
  /** The form a new article started with: empty, or what its template gave it. */
  blank: EditorForm
  /** Raised when the form is replaced as a whole: fields that keep a text of their own then take over the new one. */
  epoch: number
  autoSave: boolean
  slugFollowsTitle: boolean
  running: Running | null
  /** An explicit save asked for while another one ran. */
  queued: SaveIntent | null
  /** What was sent when no answer came: the server may hold it or not. */
  unconfirmed: EditorForm | null
  /** An explicit save that waits for the connection, and the text it was asked for. */
  waiting: { intent: SaveIntent; form: EditorForm } | null
  conflict: Conflict | null
  trouble: Trouble | null
  errors: FormErrors
  /** ISO time of the last save, automatic or not, of this sitting. */
  lastSavedAt: string | null
}

/** What becomes of two texts: one of them stays, both do (where they changed different fields), or it is put off. */
export type Choice = 'mine' | 'theirs' | 'both' | 'later'

export type Event =
  | { type: 'edit'; patch: Partial<EditorForm> }
  | { type: 'set-auto-save'; on: boolean }
  | { type: 'tick' }
  | { type: 'save'; intent: SaveIntent }
  | { type: 'save-as-is' }
  | { type: 'saved'; article: StoredArticle; at: string }
  | { type: 'found-created'; server: ServerText }
  | { type: 'copy-saved'; copy: WorkingCopy; at: string }
  | { type: 'failed'; failure: Failure }
  | { type: 'theirs-loaded'; server: ServerText }
  | { type: 'theirs-failed'; failure: Failure }
  | { type: 'ask-again' }
  | { type: 'resolve'; choice: Choice }
  | { type: 'copy-dropped' }
  | { type: 'restore'; form: EditorForm }
  | { type: 'online' }
  | { type: 'stop-waiting' }

export type FailureKind =
  'network' | 'conflict' | 'slug-taken' | 'denied' | 'signed-out' | 'not-found' | 'other'

export interface Failure {
  kind: FailureKind
  message: string
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
      wasPublished: boolean
      copyVersion: number | null
    }
  | {
      type: 'save-copy'
      id: string
      version: number | null
      baseVersion: number
      base: EditorForm
      form: EditorForm
    }
  | { type: 'load-theirs'; id: string }
  | { type: 'keep'; form: EditorForm; whose: 'mine' | 'theirs' }
  | { type: 'notify'; tone: 'default' | 'destructive'; title: string; description?: string }
  | { type: 'focus'; field: Field }
  | { type: 'created'; id: string }
  | { type: 'article-saved'; intent: SaveIntent }
  | { type: 'log'; message: string }

/** Whether the published article was changed after its working copy was begun. */
export function copyIsBehind({ article, workingCopy }: ServerText): boolean {
  return workingCopy !== null && workingCopy.base_version !== article.version
}

/**
 * The text to open with. What the articles list changed since the working copy was begun is taken into it, when the
 * copy itself did not change it.
 */
function openingForm({ article, workingCopy }: ServerText): EditorForm {
  if (!workingCopy) return article.form
  return mergeQuietly(workingCopy.base, article.form, workingCopy.form, true) ?? workingCopy.form
}

/** The state when the screen opens: `server` null for a new article of `authorId`, which begins as `blank`. */
export function openingState(
  server: ServerText | null,
  authorId: string,
  blank = blankForm(authorId),
): EditorState {
  return {
    stored: server?.article ?? null,
    workingCopy: server?.workingCopy ?? null,
    form: server ? openingForm(server) : blank,
    blank,
    epoch: 0,
    autoSave: true,
    slugFollowsTitle: server === null,
    running: null,
    queued: null,
    unconfirmed: null,
    waiting: null,
    conflict: null,
    trouble: null,
    errors: {},
    lastSavedAt: null,
  }
}

/** The text that is safe on the server (for a new article the empty one). */
export function safeForm(state: EditorState): EditorForm {
  return state.workingCopy?.form ?? state.stored?.form ?? state.blank
}

/** Whether the screen holds something the server does not. */
export function isDirty(state: EditorState): boolean {
  return !sameForm(state.form, safeForm(state))
}

export function statusOf(state: EditorState): ArticleStatus {
  return state.stored?.status ?? 'draft'
}

export function isPublished(state: EditorState): boolean {
  return statusOf(state) === 'published'
}

/** Whether readers do not yet see what the screen of a published article holds. */
export function hasUnpublishedChanges(state: EditorState): boolean {
  return isPublished(state) && (state.workingCopy !== null || isDirty(state))
}
