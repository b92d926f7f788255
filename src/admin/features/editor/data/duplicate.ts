import { articleType } from '../../../../domain/story/article.ts'
import { cut } from '../../../../domain/text/cut.ts'
import { slugify } from '../../../../domain/sections/slug.ts'
import { type EditorForm, fallbackSlug, nextSlug, statusPatch } from '../saving/form.ts'
import { SaveFailure } from '../saving/state.ts'
import { editorServer } from './article-text.ts'

/** The form of a copy: its title says so, and it is neither featured nor dated. */
export function duplicateForm(form: EditorForm): EditorForm {
  const whole = `Copy of ${form.title.trim() || 'Untitled Article'}`
  const title = cut(whole, articleType.fields.title.max).trimEnd()
  return {
    ...articleType.tidy({ ...form, title, featured: false, published_at: null }),
    slug: slugify(title) || fallbackSlug(title),
  }
}

/** Creates a draft with the text of `form` under a free address; returns its id. Rejects with a SaveFailure. */
export async function duplicateArticle(form: EditorForm): Promise<string> {
  let copy = duplicateForm(form)
  for (;;) {
    try {
      const { id } = await editorServer.create(statusPatch(copy, null, 'draft'), copy.tag_ids)
      return id
    } catch (error) {
      if (!(error instanceof SaveFailure && error.kind === 'slug-taken')) throw error
      copy = { ...copy, slug: nextSlug(copy.slug) }
    }
  }
}
