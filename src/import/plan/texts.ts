import { clip } from '../../domain/site/seo.ts'
import type { Key, Note, Page, Publication, Story } from '../description.ts'
import type { PlannedNote } from './planned.ts'

/** In characters: of titles and standfirsts. */
export const MAX_TITLE = 300

/** A text without outer blanks, cut with an ellipsis where it is longer than the database takes. */
export function shortened(text: string, max: number): string {
  const whole = text.trim()
  return whole.length <= max ? whole : clip(whole, max)
}

/** Says which of some texts, each with its name and the most characters that it may have, are cut. */
export function cutNotes(texts: readonly (readonly [name: string, text: string, max: number])[]): Note[] {
  return texts
    .filter(([, text, max]) => text.trim().length > max)
    .map(([name, , max]) => ({ kind: 'changed', text: `${name} cut to ${max} characters` }))
}

/** Says that an item has another last part of its address than in the file. */
export function slugNotes(item: { slug: string }, slug: string | undefined): Note[] {
  const isOther = item.slug !== '' && item.slug !== slug
  return isOther ? [{ kind: 'changed', text: 'The last part of its address is another one' }] : []
}

export function titleOf({ title, key }: { title: string; key: Key }): string {
  return shortened(title, MAX_TITLE) || `Untitled ${key}`
}

export function isOut({ state }: Publication): boolean {
  return state === 'published' || state === 'scheduled'
}

export function stateNotes(publication: Publication, table: 'articles' | 'pages'): PlannedNote[] {
  if (publication.state === 'published') return []
  if (publication.state === 'scheduled')
    return table === 'articles'
      ? []
      : [{ kind: 'changed', text: 'A page cannot be scheduled: it is a draft' }]
  return publication.why === null ? [] : [{ kind: 'private', text: publication.why }]
}

/** When a text was published, and changed last. */
export function times({ publication, modifiedAt, createdAt }: Story | Page) {
  const at = 'at' in publication ? publication.at : null
  return { at, updated: modifiedAt ?? at ?? createdAt ?? EPOCH }
}

/** For what has no time at all: a plan of the same file is the same at any time. */
const EPOCH = '1970-01-01T00:00:00Z'
