import type { Note, Tag } from '../../description.ts'
import type { Places } from '../places.ts'
import type { PlannedRow } from '../planned.ts'
import { cutNotes, shortened } from '../texts.ts'

export function tagRow({ key, name, description, place, notes }: Tag, places: Places): PlannedRow {
  return {
    ...{ table: 'tags', key: places.idOf('tag', key) ?? '', title: name, place },
    notes: [...notes, ...(description === '' ? [] : [TAG_TEXT]), ...cutNotes([['Name', name, 120]])],
    values: { name: shortened(name, 120), slug: places.slugOf('tag', key) },
  }
}

const TAG_TEXT: Note = { kind: 'dropped', text: 'A tag has no description here' }
