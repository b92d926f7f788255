import { type Section, isInSection } from '../../domain/sections/section.ts'
import { type ArticleList, categoryList } from '../lists/article-lists.ts'
import type { ContentReader } from '../content-reader.ts'

/** The lists of the categories that a section shows. */
export function sectionList(content: ContentReader, section: Section): ArticleList {
  return categoriesOf(content, section).map(({ id }) => categoryList(id))
}

/** The categories of a section, by creation time. */
export function categoriesOf(content: ContentReader, section: Section) {
  return content
    .categories()
    .filter((category) => isInSection(category, section))
    .sort((a, b) => a.created_at.localeCompare(b.created_at))
}
