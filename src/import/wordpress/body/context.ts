import type { Key, Note } from '../../description.ts'
import type { Attachments } from '../attachments.ts'
import type { Site } from '../site.ts'

/** More notes of one story would hide what matters. */
const MAX_NOTES = 100

/** What of a body is not as it was, each said once. */
export class BodyNotes {
  readonly #notes = new Map<string, Note>()

  changed(text: string): void {
    this.#add({ kind: 'changed', text })
  }

  dropped(text: string): void {
    this.#add({ kind: 'dropped', text })
  }

  #add(note: Note): void {
    if (this.#notes.size < MAX_NOTES) this.#notes.set(note.text, note)
  }

  get all(): Note[] {
    return [...this.#notes.values()]
  }
}

/** What the making of a body needs to know beside it. */
export interface BodyContext {
  /** The story that it is of. */
  id: Key
  /** The page that it was on, for addresses that begin there. */
  link: string
  site: Site
  attachments: Attachments
  /** The bodies of blocks that several stories share, by their ids. */
  patterns: ReadonlyMap<Key, string>
  /** The texts of the footnotes, by their ids, in their order. */
  footnotes: ReadonlyMap<string, string>
  /** Whether readers could see it: names that only its text has are not in notes of other stories. */
  isPublic: boolean
  language: string
  notes: BodyNotes
  /** The patterns that it is within. */
  within: readonly Key[]
}
