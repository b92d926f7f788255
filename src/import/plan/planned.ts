import type { Address, Note } from '../description.ts'

export type ImportTable =
  | 'sections'
  | 'categories'
  | 'tags'
  | 'author_profiles'
  | 'pages'
  | 'articles'
  | 'slug_redirects'
  | 'subscribers'
  | 'menus'
  | 'site_settings'

/** A row that an import writes, and what it is made of. */
export interface PlannedRow {
  table: ImportTable
  /** Its id, of a redirect its old address. */
  key: string
  values: Record<string, unknown>
  title: string
  place: string
  notes: PlannedNote[]
}

/** private: it is not public in the magazine, and why. */
export type PlannedNote = Note | { kind: 'private'; text: string }

/** A picture that stories show or the file lists, under its original address. */
export interface PlannedPicture {
  id: string
  address: Address
  /** Other spellings; `folder:` ones name a file beside the export. */
  addresses: Address[]
  alt: string
  caption: string
  credit: string
}
