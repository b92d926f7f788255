import { articleType } from '../../../../domain/article.ts'
import type { ColumnsOf } from '../../../../domain/content-type.ts'
import { slugify } from '../../../../domain/slug.ts'
import { resolveTitle, templateType } from '../../../../domain/template.ts'
import { blankForm, type EditorForm } from './editor-form.ts'

interface StoredTemplate extends ColumnsOf<typeof templateType.fields> {
  tag_ids: string[]
}

/**
 * The form of a new article of `authorId` that begins with a template on the day `at`: with every field that both have.
 * `html` is the template's body as the editor writes it, null for one that is no text.
 */
export function templateForm(
  template: StoredTemplate,
  html: string | null,
  authorId: string,
  at: Date,
): EditorForm {
  const shared = templateType.formOf(template, { html: html ?? '', tag_ids: template.tag_ids })
  const title = resolveTitle(template.title_pattern, at)
  const form = articleType.decode(shared, articleType.version, blankForm(authorId))
  return { ...form, title, slug: slugify(title) }
}
