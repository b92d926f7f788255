import * as z from 'zod/mini'
import { toEditorHtml } from '../../../domain/body/to-editor-html.ts'
import { PAGE_STATUSES, type Page, type PageForm } from '../../../domain/page.ts'
import { normalHtml } from '../../writing/normal-html.ts'
import type { PageValues } from './data/page.ts'

/** The form as it is typed, valid or not. */
export const typedPageSchema = z.object({
  id: z.nullable(z.string()),
  title: z.string(),
  slug: z.string(),
  content: z.object({ html: z.string() }),
  excerpt: z.string(),
  status: z.enum(PAGE_STATUSES),
  meta_title: z.string(),
  meta_description: z.string(),
  parent_id: z.nullable(z.string()),
})

const htmlSchema = z.object({ html: z.string() })

/** The form of a page, or of a new one. The text is normalised as the editor does, so that opening changes nothing. */
export function formOf(page: Page | null): PageForm {
  return {
    id: page?.id ?? null,
    title: page?.title ?? '',
    slug: page?.slug ?? '',
    content: { html: normalHtml(page === null ? '' : (textOf(page) ?? '')) },
    excerpt: page?.excerpt ?? '',
    status: page?.status ?? 'draft',
    meta_title: page?.meta_title ?? '',
    meta_description: page?.meta_description ?? '',
    parent_id: page?.parent_id ?? null,
  }
}

/** The stored text as HTML; null for a format that the editor cannot edit. */
export function textOf({ content }: Page): string | null {
  return toEditorHtml(content)?.html ?? null
}

/** The values to save. An unchanged text is saved exactly as it is stored. */
export function valuesOf(form: PageForm, opened: Page | null, myId: string): PageValues {
  const stored = opened === null ? null : htmlSchema.safeParse(opened.content).data
  const isTouched = opened === null || form.content.html !== formOf(opened).content.html
  const content = isTouched ? form.content : stored
  return {
    title: form.title,
    slug: form.slug,
    ...(content ? { content: { html: content.html } } : {}),
    excerpt: form.excerpt.trim() || null,
    status: form.status,
    meta_title: form.meta_title.trim() || null,
    meta_description: form.meta_description.trim() || null,
    parent_id: form.parent_id,
    author_id: opened?.author_id ?? myId,
  }
}

export const PAGE_FIELD_LABELS: Readonly<Record<Exclude<keyof PageForm, 'id'>, string>> = {
  title: 'Title',
  slug: 'Slug',
  content: 'Content',
  excerpt: 'Excerpt',
  status: 'Status',
  meta_title: 'Meta Title',
  meta_description: 'Meta Description',
  parent_id: 'Parent',
}

/** The labels of the fields in which two forms differ. */
export function differingFields(one: PageForm, other: PageForm): string[] {
  return Object.entries(PAGE_FIELD_LABELS)
    .filter(([field]) => {
      const key = field as keyof typeof PAGE_FIELD_LABELS
      return JSON.stringify(one[key]) !== JSON.stringify(other[key])
    })
    .map(([, label]) => label)
}
