import { type Control, useController, useWatch } from 'react-hook-form'
import { type Page, type PageForm, replacesBuiltIn } from '../../../domain/page.ts'
import { isSlug, slugify } from '../../../domain/slug.ts'
import { TextField } from '../../ui/text-field.tsx'
import type { PagePlace } from './data/page-place.ts'
import { addressOf, slugProblem } from './page-places.ts'

const HOST = new URL(__SITE_URL__).host

/** The slug with the address it makes; a taken one is an error at once. */
export function PageSlugField({
  control,
  page,
  outline,
}: {
  control: Control<PageForm>
  page: Page | null
  outline: readonly PagePlace[]
}) {
  const { field, fieldState } = useController({ control, name: 'slug' })
  const parent_id = useWatch({ control, name: 'parent_id' })
  const place = { id: page?.id ?? null, slug: field.value, parent_id }
  const error = slugProblem(place, outline) ?? fieldState.error?.message
  return (
    <TextField
      label="Slug"
      isRequired
      value={field.value}
      inputRef={field.ref}
      spellCheck="false"
      description={isSlug(field.value) ? <Address page={page} place={place} outline={outline} /> : undefined}
      errorMessage={error}
      onChange={field.onChange}
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
