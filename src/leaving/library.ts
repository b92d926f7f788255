import { mediaPath } from '../domain/media/media-address.ts'
import { creditLine, isUsable } from '../domain/media/media-rights.ts'
import type { Language } from '../domain/text/language.ts'
import { wordsOf } from '../words/words.ts'
import type { SmallTables } from './rows.ts'

/** A file of the library that goes along. */
export interface LibraryFile {
  id: string
  storagePath: string
  name: string
  mimeType: string
  alt: string
  caption: string
  /** As readers are told it: 'Rendering: Ada Berg'. */
  credit: string
  createdAt: string
  /** Whether it has rights or a focus, which no format takes. */
  hasMore: boolean
}

/** The files of the library: the ones that may be shown at a moment, and the names of the others. */
export class Library {
  readonly files: readonly LibraryFile[]
  readonly withdrawn: readonly { id: string; name: string }[]
  readonly #byId: ReadonlyMap<string, LibraryFile>
  readonly #byPath: ReadonlyMap<string, LibraryFile>

  constructor(rows: SmallTables['media'], language: Language, now: Date) {
    const { madeBy } = wordsOf(language).article
    const isShown = (row: SmallTables['media'][number]) => isUsable(row, now.getTime())
    this.withdrawn = rows
      .filter((row) => !isShown(row))
      .map(({ id, original_filename }) => ({ id, name: original_filename }))
    this.files = rows
      .filter(isShown)
      .toSorted(byCreation)
      .map((row) => ({
        ...{ id: row.id, storagePath: row.storage_path, name: row.original_filename },
        ...{ mimeType: row.mime_type, createdAt: row.created_at },
        ...{ alt: row.alt_text ?? '', caption: row.caption ?? '', credit: creditLine(row, madeBy) ?? '' },
        hasMore: [
          row.source,
          row.licence,
          row.licence_url,
          row.restriction,
          row.usable_from,
          row.usable_until,
          row.focus,
        ].some((value) => value !== null),
      }))
    this.#byId = new Map(this.files.map((file) => [file.id, file]))
    this.#byPath = new Map(this.files.map((file) => [file.storagePath, file]))
  }

  get(id: string): LibraryFile | undefined {
    return this.#byId.get(id)
  }

  /** The file that an address in a row or text names; undefined for one of another site. */
  at(address: string): LibraryFile | undefined {
    const path = mediaPath(address)
    return path === null ? undefined : this.#byPath.get(path)
  }
}

/** The order in which rows were made, so that what comes later has later numbers. */
export function byCreation(
  one: { created_at: string; id: string },
  other: { created_at: string; id: string },
): number {
  return (
    Date.parse(one.created_at) - Date.parse(other.created_at) ||
    (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
  )
}

/** A caption with the credit at its end: 'The kitchen. Photograph: Ada Berg'. */
export function captionOf({ caption, credit }: Pick<LibraryFile, 'caption' | 'credit'>): string {
  return [caption, credit].filter((words) => words !== '').join(' · ')
}
