import * as z from 'zod/mini'
import { toEditorHtml } from '../../../domain/body/to-editor-html.ts'
import { type Page, type PageForm, pageType } from '../../../domain/page.ts'
import { normalHtml } from '../../writing/normal-html.ts'
import type { PageValues } from './data/pages.ts'

const htmlSchema = z.object({ html: z.string() })

/** The form of a page, or of a new one. The text is as the editor itself would write it, so that opening changes nothing. */
export function formOf(page: Page | null): PageForm {
  if (page === null) return pageType.blank()
  return pageType.formOf(page, { content: { html: normalHtml(textOf(page) ?? '') } })
}

/** The stored text as HTML; null when it is of a kind that cannot be written in. */
export function textOf({ content }: Page): string | null {
  return toEditorHtml(content)?.html ?? null
}

/** What is stored of a checked form. A text that was not touched stays as it is stored, letter by letter. */
export function valuesOf(form: PageForm, opened: Page | null, myId: string): PageValues {
  const stored = opened === null ? null : htmlSchema.safeParse(opened.content).data
  const isTouched = opened === null || form.content.html !== formOf(opened).content.html
  const content = isTouched ? form.content : stored
  return {
    ...pageType.columnsOf(form),
    ...(content ? { content: { html: content.html } } : {}),
    author_id: opened?.author_id ?? myId,
  }
}

/** The labels of the fields in which two forms differ. */
export function differingFields(one: PageForm, other: PageForm): string[] {
  return pageType.changed(one, other).map((field) => pageType.labels[field])
}
