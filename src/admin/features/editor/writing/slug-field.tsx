import { useQuery } from '@tanstack/react-query'
import { Input, Label, Text, TextField } from 'react-aria-components/TextField'
import { articleFields } from '../../../../domain/article.ts'
import { isSlug, slugify } from '../../../../domain/slug.ts'
import { useDebounced } from '../../../data/use-debounced.ts'
import { slugTakenQuery } from '../data/fields.ts'
import { nextSlug } from '../saving/form.ts'
import { fieldId, useSaveState, useField } from '../use-editing-session.ts'

const PLACE = `${new URL(__SITE_URL__).host}/article/`

/** The slug within the permalink; reports at once when it is taken. */
export function SlugField() {
  const { value, error, set } = useField('slug')
  const articleId = useSaveState((state) => state.saved?.id ?? null)
  const savedSlug = useSaveState((state) => state.saved?.form.slug ?? null)
  const wasPublished = useSaveState((state) => state.saved?.status === 'published')
  const settled = useDebounced(value)
  const { data: isTaken = false } = useQuery({
    ...slugTakenQuery(settled, articleId),
    enabled: isSlug(settled) && settled !== savedSlug,
  })
  const taken = isTaken && settled === value
  const moved = wasPublished && savedSlug !== null && value !== savedSlug && isSlug(value)
  const message = error ?? (taken ? 'Another article already has this address.' : null)

  return (
    <TextField
      id={fieldId('slug')}
      value={value}
      onChange={set}
      onBlur={() => {
        if (value !== '' && !isSlug(value)) set(slugify(value))
      }}
      isInvalid={message !== null}
      validationBehavior="aria"
      maxLength={articleFields.slug.max}
      className="mt-3 font-sans text-sm"
    >
      <Label className="sr-only">URL Slug</Label>
      <span className="flex min-w-0 flex-wrap items-baseline">
        <span className="text-soft">{PLACE}</span>
        <Input
          placeholder="address-of-the-article"
          spellCheck={false}
          autoCapitalize="none"
          className="-mx-1 field-sizing-content max-w-full min-w-32 grow rounded-sm border-0 border-b border-transparent bg-transparent px-1 font-medium hover:border-rule data-invalid:border-brick"
        />
      </span>
      {message !== null && (
        <Text slot="errorMessage" className="mt-1 flex flex-wrap gap-2 text-xs text-brick">
          {message}
          {taken && (
            <button type="button" onClick={() => set(nextSlug(value))} className="font-semibold underline">
              Use {nextSlug(value)}
            </button>
          )}
        </Text>
      )}
      {message === null && moved && (
        <Text slot="description" className="mt-1 block text-xs text-soft">
          The old address will lead readers here.
        </Text>
      )}
    </TextField>
  )
}
