import type { Category, Note } from '../../description.ts'
import type { Places } from '../places.ts'
import type { PlannedRow } from '../planned.ts'
import { cutNotes, shortened } from '../texts.ts'

export function categoryRow(
  { key, name, description, parent, place, notes }: Category,
  places: Places,
): PlannedRow {
  const sections = places.sectionsOf(key)
  return {
    ...{ table: 'categories', key: places.idOf('category', key) ?? '', title: name, place },
    notes: [
      ...notes,
      ...(sections.length > 0 ? [] : [NO_SECTION]),
      ...(parent === null ? [] : [ABOVE]),
      ...cutNotes([
        ['Name', name, 120],
        ['Description', description, 2000],
      ]),
    ],
    values: {
      ...{ name: shortened(name, 120), slug: places.slugOf('category', key), sections },
      description: shortened(description, 2000) || null,
    },
  }
}

const NO_SECTION: Note = { kind: 'changed', text: 'No section lists this category yet' }
const ABOVE: Note = { kind: 'changed', text: 'A category has none above it here' }
