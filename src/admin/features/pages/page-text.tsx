import { type Control, type UseFormReturn, Controller, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { serverClock } from '../../../backend/server-clock.ts'
import { toEditorHtml } from '../../../domain/body/html/to-editor-html.ts'
import { type Page, type PageForm, pageType, replacesBuiltIn } from '../../../domain/sections/page.ts'
import { isSlug, slugify } from '../../../domain/sections/slug.ts'
import { RenderedArticleBody } from '../../story/rendered-article-body.tsx'
import { FormTextArea, useFormField } from '../../ui/fields/form-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { BodyEditor } from '../../writing/body-editor.tsx'
import { Body } from '../../writing/body.ts'
import { setFieldPunctuation } from '../../writing/typing/field-punctuation.ts'
import { normalHtml } from '../../writing/paste/normal-html.ts'
import { useSections } from '../../story/sections.ts'
import type { PagePlace, PageValues } from './data/pages.ts'
import { addressOf, slugProblem } from './page-places.ts'

/** Title, slug, text and excerpt. The slug of a new page follows its title until the slug is edited. */
export function PageText({
  form,
  page,
  formRevision,
  outline,
}: {
  form: UseFormReturn<PageForm>
  page: Page | null
  /** Changes when the text was replaced from outside the editor. */
  formRevision: number
  outline: readonly PagePlace[]
}) {
  const { control, setValue } = form
  const title = useFormField(control, 'title')
  const slug = useWatch({ control, name: 'slug' })
  const followsTitle = page === null && (slug === '' || slug === slugify(title.value))
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <TextField
        {...title}
        label="Title"
        isRequired
        autoFocus={page === null}
        onChange={(text) => {
          title.onChange(text)
          if (followsTitle)
            setValue('slug', slugify(text), { shouldDirty: true, shouldValidate: slug !== '' })
        }}
      />
      <PageSlugField control={control} page={page} outline={outline} />
      <Controller
        control={control}
        name="content.html"
        render={({ field: { value, onChange } }) => (
          <div className="flex flex-col gap-1.5">
            <span className="text-sm font-semibold">Content</span>
            <div className="@container rounded-lg border border-edge bg-card [--toolbar-top:-1.25rem]">
              {page !== null && textOf(page) === null ? (
                <div className="p-5">
                  <p className="mb-4 text-sm text-soft">This content cannot be changed here.</p>
                  <RenderedArticleBody content={page.content} />
                </div>
              ) : (
                <BodyEditor
                  id="page-content"
                  body={new Body(value)}
                  revision={formRevision}
                  stored={page?.content}
                  placeholder="What the page says…"
                  onChange={(body) => onChange(body.html)}
                />
              )}
            </div>
          </div>
        )}
      />
      <FormTextArea
        control={control}
        name="excerpt"
        label="Excerpt"
        rows={3}
        whileShown={setFieldPunctuation}
        description="Shown below the title, and to search engines when there is no meta description."
      />
    </div>
  )
}

const HOST = new URL(__SITE_URL__).host

/** The slug, with the resulting address below; a taken one is an error at once. */
function PageSlugField({
  control,
  page,
  outline,
}: {
  control: Control<PageForm>
  page: Page | null
  outline: readonly PagePlace[]
}) {
  const field = useFormField(control, 'slug')
  const parent_id = useWatch({ control, name: 'parent_id' })
  const place = { id: page?.id ?? null, slug: field.value, parent_id }
  const error = slugProblem(place, outline, useSections()) ?? field.errorMessage
  return (
    <TextField
      {...field}
      label="Slug"
      isRequired
      spellCheck="false"
      description={isSlug(field.value) ? <Address page={page} place={place} outline={outline} /> : undefined}
      errorMessage={error}
      onBlur={() => {
        field.onBlur()
        if (field.value !== '' && !isSlug(field.value)) field.onChange(slugify(field.value))
      }}
    />
  )
}

function Address({
  page,
  place,
  outline,
}: {
  page: Page | null
  place: { id: string | null; slug: string; parent_id: string | null }
  outline: readonly PagePlace[]
}) {
  const address = addressOf({ ...place, id: place.id ?? '' }, outline)
  if (address === null) return 'Readers cannot reach it here while the parent is not published.'
  const before = page?.status === 'published' ? addressOf(page, outline) : null
  return (
    <>
      {`${HOST}${address}`}
      {before !== null && before !== address && '. The old address will lead readers here.'}
      {place.parent_id === null &&
        replacesBuiltIn(place.slug) &&
        '. It takes the place of the text that the site has there of its own.'}
    </>
  )
}

const htmlSchema = z.object({ html: z.string() })

/** The form of a page, or of a new one. The text is as the editor itself would write it, so that opening changes nothing. */
export function formOf(page: Page | null): PageForm {
  if (page === null) return pageType.blank()
  return pageType.formOf(page, { content: { html: normalHtml(textOf(page) ?? '') } })
}

/** The stored text as HTML; null when it cannot be edited as text. */
export function textOf({ content }: Page): string | null {
  return toEditorHtml(content, serverClock.storyLanguage())?.html ?? null
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
