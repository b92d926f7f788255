import { type Category, categoryType, categoryValues } from '../../../domain/sections/category.ts'
import type { Sections } from '../../../domain/sections/section.ts'
import { namedType } from '../../resources/named/named-type.ts'
import { formatList } from '../../ui/dates/format.ts'

export const categories = namedType({
  table: 'categories',
  noun: 'category',
  token: 'updated_at',
  write: 'categories.write',
  type: categoryType,
  toColumns: categoryValues,
})

/** What the sections of the site lose when a category is deleted; null when nothing. */
export function deletionNote(sections: Sections, category: Pick<Category, 'sections'>): string | null {
  const titles = sections.of(category).map(({ title }) => title)
  return titles.length === 0 ? null : `Its stories also leave ${formatList(titles)}.`
}
