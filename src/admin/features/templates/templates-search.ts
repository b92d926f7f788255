import type { TemplateSummary } from '../../../domain/story/template.ts'
import { filterByText } from '../../../domain/text/text-search.ts'
import { type ListPage, type PagedQuery, rangeOf } from '../../data/requests/list-search.ts'

const PAGE_SIZE = 24

/** One page of the templates whose name, description or title pattern holds every word that is searched for. */
export function templatesPage(
  templates: readonly TemplateSummary[],
  { text, page }: PagedQuery,
): ListPage<TemplateSummary> {
  const textOf = ({ name, description, title_pattern }: TemplateSummary) =>
    `${name} ${description ?? ''} ${title_pattern}`
  const found = filterByText(templates, textOf, text)
  const [first, last] = rangeOf(page, PAGE_SIZE)
  return { rows: found.slice(first, last + 1), total: found.length, pageSize: PAGE_SIZE }
}
