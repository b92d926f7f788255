import type { PlannedRow } from '../planned.ts'
import type { PlannedSection } from '../sections.ts'
import { shortened } from '../texts.ts'

export function sectionRow({ id, slug, category, place }: PlannedSection): PlannedRow {
  return {
    ...{ table: 'sections', key: id, title: category.name, place: category.place, notes: [] },
    values: {
      ...{ title: shortened(category.name, 120), slug, description: shortened(category.description, 500) },
      ...{ empty_links: 'browse', position: place, home_position: place },
    },
  }
}
