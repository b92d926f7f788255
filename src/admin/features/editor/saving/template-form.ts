import { slugify } from '../../../../domain/slug.ts'
import { resolveTitle, type Template } from '../../../../domain/template.ts'
import { blankForm, type EditorForm } from './editor-form.ts'

/**
 * The form of a new article of `authorId` that begins with a template on the day `at`. `html` is the template's body as
 * the editor writes it, null for one that is no text.
 */
export function templateForm(
  template: Pick<Template, 'title_pattern' | 'excerpt' | 'category_id' | 'tag_ids'>,
  html: string | null,
  authorId: string,
  at: Date,
): EditorForm {
  const title = resolveTitle(template.title_pattern, at)
  return {
    ...blankForm(authorId),
    title,
    slug: slugify(title),
    html: html ?? '',
    excerpt: template.excerpt ?? '',
    category_id: template.category_id,
    tag_ids: template.tag_ids,
  }
}
