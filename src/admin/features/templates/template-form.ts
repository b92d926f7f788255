import * as z from 'zod/mini'
import { toEditorHtml } from '../../../domain/body/to-editor-html.ts'
import {
  TEMPLATE_DESCRIPTION_MAX,
  TEMPLATE_NAME_MAX,
  TITLE_PATTERN_MAX,
  unknownPlaceholders,
  type Template,
} from '../../../domain/template.ts'

const atMost = (length: number) => z.maxLength(length, `At most ${length} characters, please`)

/** The form of a template; an empty text is saved as null. */
export const templateFormSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Name is required'), atMost(TEMPLATE_NAME_MAX)),
  description: z.string().check(z.trim(), atMost(TEMPLATE_DESCRIPTION_MAX)),
  title_pattern: z.string().check(
    z.trim(),
    atMost(TITLE_PATTERN_MAX),
    z.superRefine((pattern, context) => {
      const [unknown] = unknownPlaceholders(pattern)
      if (unknown !== undefined) {
        context.issues.push({
          code: 'custom',
          input: pattern,
          message: `{${unknown}} is not one of the words that are filled in`,
        })
      }
    }),
  ),
  html: z.string(),
  excerpt: z.string().check(z.trim(), atMost(2000)),
  category_id: z.nullable(z.string()),
  tag_ids: z.array(z.string()),
})
export type TemplateForm = z.infer<typeof templateFormSchema>

/** The form as it is typed, valid or not. */
export const typedTemplateSchema = z.object({
  name: z.string(),
  description: z.string(),
  title_pattern: z.string(),
  html: z.string(),
  excerpt: z.string(),
  category_id: z.nullable(z.string()),
  tag_ids: z.array(z.string()),
})

export const BLANK_TEMPLATE: TemplateForm = {
  name: '',
  description: '',
  title_pattern: '',
  html: '',
  excerpt: '',
  category_id: null,
  tag_ids: [],
}

/** The form of a stored template; `normal` normalises HTML as the editor does. */
export function templateForm(template: Template, normal: (html: string) => string): TemplateForm {
  const { name, description, title_pattern, content, excerpt, category_id, tag_ids } = template
  return {
    name,
    description: description ?? '',
    title_pattern,
    html: normal(toEditorHtml(content)?.html ?? ''),
    excerpt: excerpt ?? '',
    category_id,
    tag_ids,
  }
}

/** A free name for a copy: 'Copy of House visit', then 'Copy of House visit 2' …, never longer than a name may be. */
export function copyName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((other) => other.trim().toLowerCase()))
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : ` ${number}`
    const copy = `Copy of ${name}`.slice(0, TEMPLATE_NAME_MAX - end.length).trimEnd() + end
    if (!used.has(copy.toLowerCase())) return copy
  }
}
