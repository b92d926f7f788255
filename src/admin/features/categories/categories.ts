import { categoryType, categoryValues, sectionsOfCategory } from '../../../domain/category.ts'
import { namedType } from '../../resources/named/named-type.ts'
import { formatList } from '../../ui/format.ts'

export const categories = namedType({
  table: 'categories',
  noun: 'category',
  searched: ['name', 'description'],
  token: 'updated_at',
  write: 'categories.write',
  type: categoryType,
  toColumns: categoryValues,
})

const lists = (titles: readonly string[]) => (titles.length === 1 ? 'lists' : 'list')
const titlesOf = (name: string) => sectionsOfCategory(name).map(({ title }) => title)

/**
 * What a new name does to the pages of the site that list stories by the names of their categories; null when nothing.
 * `before` is null for a new category.
 */
export function renamingNote(before: string | null, name: string): string | null {
  const titlesBefore = before === null ? [] : titlesOf(before)
  const titlesAfter = titlesOf(name.trim())
  const left = titlesBefore.filter((title) => !titlesAfter.includes(title))
  const joined = titlesAfter.filter((title) => !titlesBefore.includes(title))
  const notes = [
    left.length > 0 && before !== null && before !== name.trim()
      ? `Stories of this category appear on ${formatList(left)} because of its name; renamed, they no longer do.`
      : '',
    joined.length > 0 ? `Its stories appear on ${formatList(joined)}, which ${lists(joined)} this name.` : '',
  ]
  return notes.filter(Boolean).join(' ') || null
}

/** The pages of the site that lose the stories of a deleted category; null when there are none. */
export function deletingNote(name: string): string | null {
  const titles = titlesOf(name)
  if (titles.length === 0) return null
  return `Its stories also leave ${formatList(titles)}, which ${lists(titles)} them by this name.`
}
