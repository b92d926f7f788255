import type { ArticlePatch, EditorForm } from './editor-form.ts'
import type { Effect, EditorState } from './editor-state.ts'
import type { CopyStore, SafetyCopy } from './safety-copy.ts'
import type { ServerText, StoredArticle, WorkingCopy } from './texts.ts'

/** What the editor asks of the server. Everything rejects with a SaveFailure. */
export interface EditorServer {
  create: (article: ArticlePatch, tags: string[]) => Promise<StoredArticle>
  update: (effect: Extract<Effect, { type: 'update' }>) => Promise<StoredArticle>
  saveCopy: (effect: Extract<Effect, { type: 'save-copy' }>) => Promise<WorkingCopy>
  dropCopy: (articleId: string, version: number) => Promise<void>
  load: (articleId: string) => Promise<ServerText>
  /** The article that a creation without an answer has left behind; null if none. */
  findCreated: (sent: EditorForm) => Promise<ServerText | null>
}

/** What the screen does for the session. */
export type ScreenEffect = Extract<Effect, { type: 'notify' | 'focus' | 'created' | 'article-saved' }>

export interface SessionOptions {
  opening: EditorState
  userId: string
  server: EditorServer
  copies: CopyStore
  /** The name of this sitting among the copies on this device. */
  sittingId: string
  newId: () => string
  /** Sittings of other tabs that are still open: their copies are nobody else's to offer. */
  openSittings: () => Promise<ReadonlySet<string>>
  onScreen: (effect: ScreenEffect) => void
  now?: () => Date
}

/** What a screen shows: the state, and the texts of this device that are offered. */
export interface Snapshot {
  state: EditorState
  offers: readonly SafetyCopy[]
  /** The device refused to keep a copy of what the server does not hold yet. */
  unsafe: boolean
}
