import * as z from 'zod/mini'
import type { TemplateSummary } from '../../../domain/template.ts'
import { pagedSearch } from '../../data/list-search.ts'

/** The address of the templates list: `?q=house`. */
export const templatesSearchSchema = z.object({ q: pagedSearch.q })

/** The templates whose name, description or title pattern holds every word of `text`. */
export function matchingTemplates(templates: readonly TemplateSummary[], text: string): TemplateSummary[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return templates.filter(({ name, description, title_pattern }) => {
    const whole = `${name} ${description ?? ''} ${title_pattern}`.toLowerCase()
    return words.every((word) => whole.includes(word))
  })
}
