import * as z from 'zod/mini'
import type { TemplateSummary } from '../../../domain/template.ts'
import { optional } from '../../data/list-search.ts'

/** The address of the templates list: `?q=house`. A part that is wrong counts as absent. */
export const templatesSearchSchema = z.object({
  q: optional(z.coerce.string()),
})

/** The templates whose name, description or title pattern holds every word of `text`. */
export function matchingTemplates(templates: readonly TemplateSummary[], text: string): TemplateSummary[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return templates.filter(({ name, description, title_pattern }) => {
    const whole = `${name} ${description ?? ''} ${title_pattern}`.toLowerCase()
    return words.every((word) => whole.includes(word))
  })
}
