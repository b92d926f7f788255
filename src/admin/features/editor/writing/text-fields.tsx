import { useQuery } from '@tanstack/react-query'
import { Input, Label, Text, TextField as AriaTextField } from 'react-aria-components/TextField'
import { articleFields } from '../../../../domain/story/article.ts'
import { isSlug, slugify } from '../../../../domain/sections/slug.ts'
import { useDebounced } from '../../../data/requests/use-debounced.ts'
import { FieldComments } from '../../../story/comments/place-comments.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Counter } from '../../../ui/fields/counter.tsx'
import { GrowingTextArea } from '../../../ui/fields/growing-text-area.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { setFieldPunctuation } from '../../../writing/typing/field-punctuation.ts'
import { slugTakenQuery } from '../data/fields.ts'
import { nextSlug } from '../saving/form.ts'
import { fieldId, useField, useSaveState } from '../use-editing-session.ts'

/** Characters left at which their number is shown. */
const FEW_LEFT = 50

/** The line under the title, one paragraph: Enter goes on to the text. */
export function StandfirstField({ onLeave }: { onLeave: () => void }) {
  const { value, error, set } = useField('standfirst')
  const { label, max } = articleFields.standfirst
  const left = max - value.length
  return (
    <AriaTextField
      id={fieldId('standfirst')}
      value={value}
      onChange={(text) => set(text.replace(/\s*\n\s*/g, ' '))}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      maxLength={max}
      className="mt-3"
    >
      <Label className="sr-only">{label}</Label>
      <GrowingTextArea
        rows={1}
        whileShown={setFieldPunctuation}
        placeholder="Standfirst: one line below the title (optional)"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          onLeave()
        }}
        className="-mx-1 w-full resize-none rounded-sm bg-transparent px-1 font-serif text-xl leading-relaxed text-soft placeholder:text-soft/70"
      />
      {error !== undefined && (
        <Text slot="errorMessage" className="mt-1 block text-xs text-madder">
          {error}
        </Text>
      )}
      {error === undefined && left <= FEW_LEFT && (
        <Text slot="description" className="mt-1 block text-xs text-soft">
          {left === 1 ? '1 character left' : `${left} characters left`}
        </Text>
      )}
    </AriaTextField>
  )
}

const PERMALINK_START = `${new URL(__SITE_URL__).host}/article/`

/** The slug within the permalink; reports at once when it is taken. */
export function SlugField() {
  const { value, error, set } = useField('slug')
  const articleId = useSaveState((state) => state.saved?.id ?? null)
  const savedSlug = useSaveState((state) => state.saved?.form.slug ?? null)
  const wasPublished = useSaveState((state) => state.saved?.status === 'published')
  const debounced = useDebounced(value)
  const { data: isTaken = false } = useQuery({
    ...slugTakenQuery(debounced, articleId),
    enabled: isSlug(debounced) && debounced !== savedSlug,
  })
  const taken = isTaken && debounced === value
  const isMoving = wasPublished && savedSlug !== null && value !== savedSlug && isSlug(value)
  const message = error ?? (taken ? 'Another article already has this address.' : null)

  return (
    <AriaTextField
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
        <span className="text-soft">{PERMALINK_START}</span>
        <Input
          placeholder="address-of-the-article"
          spellCheck={false}
          autoCapitalize="none"
          className="-mx-1 field-sizing-content max-w-full min-w-32 grow rounded-sm border-0 border-b border-transparent bg-transparent px-1 font-medium hover:border-rule data-invalid:border-madder"
        />
      </span>
      {message !== null && (
        <Text slot="errorMessage" className="mt-1 flex flex-wrap gap-2 text-xs text-madder">
          {message}
          {taken && (
            <button type="button" onClick={() => set(nextSlug(value))} className="font-semibold underline">
              Use {nextSlug(value)}
            </button>
          )}
        </Text>
      )}
      {message === null && isMoving && (
        <Text slot="description" className="mt-1 block text-xs text-soft">
          The old address will lead readers here.
        </Text>
      )}
    </AriaTextField>
  )
}

/** The names of the buttons for comments where one card has several. */
const COMMENT_NAMES = {
  excerpt: undefined,
  meta_title: 'heading for search engines',
  meta_description: 'text for search engines',
}

/** The props of a text field of the article, limited as in the database; `withCount` shows how much of it is used. */
function useTextField(field: 'excerpt' | 'meta_title' | 'meta_description', withCount: boolean) {
  const { value, error, set } = useField(field)
  const { label, max } = articleFields[field]
  const aside = (
    <span className="flex items-baseline gap-2">
      <FieldComments field={field} name={COMMENT_NAMES[field]} />
      {withCount && <Counter used={value.length} limit={max} />}
    </span>
  )
  return { id: fieldId(field), label, maxLength: max, value, onChange: set, errorMessage: error, aside }
}

export function ExcerptCard() {
  const excerpt = useTextField('excerpt', false)
  return (
    <Card>
      <TextArea
        {...excerpt}
        whileShown={setFieldPunctuation}
        description="Used in previews and social sharing."
      />
    </Card>
  )
}

/** Metadata for search engines. */
export function SeoCard() {
  const title = useTextField('meta_title', true)
  const description = useTextField('meta_description', true)
  const keywords = useField('meta_keywords')
  return (
    <Card title="SEO and Meta Data">
      <div className="flex flex-col gap-4">
        <TextField {...title} description="Left empty, search engines get the title of the story." />
        <TextArea
          {...description}
          rows={2}
          description="Left empty, they get the excerpt, or else the beginning of the text."
        />
        <TextField
          id={fieldId('meta_keywords')}
          label={articleFields.meta_keywords.label}
          value={keywords.value}
          onChange={keywords.set}
          description="Separated by commas."
        />
      </div>
    </Card>
  )
}
