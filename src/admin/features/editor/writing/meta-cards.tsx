import type { ReactNode } from 'react'
import { articleFields } from '../../../../domain/article.ts'
import { Card } from '../../../ui/card.tsx'
import { Counter } from '../../../ui/counter.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { fieldId, useField } from '../use-editing-session.ts'

/** What a text field of the article gets, limited as in the database; `withCount` shows how much of it is used. */
function useTextField(field: 'excerpt' | 'meta_title' | 'meta_description', withCount: boolean) {
  const { value, error, set } = useField(field)
  const { label, max } = articleFields[field]
  const aside: ReactNode = withCount && <Counter used={value.length} limit={max} />
  return { id: fieldId(field), label, maxLength: max, value, onChange: set, errorMessage: error, aside }
}

export function ExcerptCard() {
  const excerpt = useTextField('excerpt', false)
  return (
    <Card>
      <TextArea {...excerpt} description="Used in previews and social sharing." />
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
        <TextField {...title} />
        <TextArea {...description} rows={2} />
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
