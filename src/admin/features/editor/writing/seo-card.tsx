import { articleFields } from '../../../../domain/article.ts'
import { Card } from '../../../ui/card.tsx'
import { Counter } from '../../../ui/counter.tsx'
import { TextArea, TextField } from '../../../ui/text-field.tsx'
import { fieldId, useField } from '../use-editing-session.tsx'

/** Metadata for search engines, limited as in the database. */
export function SeoCard() {
  const title = useField('meta_title')
  const description = useField('meta_description')
  const keywords = useField('meta_keywords')
  return (
    <Card title="SEO and Meta Data">
      <div className="flex flex-col gap-4">
        <TextField
          id={fieldId('meta_title')}
          label="SEO Title"
          value={title.value}
          onChange={title.set}
          maxLength={articleFields.meta_title.max}
          errorMessage={title.error}
          aside={<Counter used={title.value.length} limit={articleFields.meta_title.max} />}
        />
        <TextArea
          id={fieldId('meta_description')}
          label="Meta Description"
          rows={2}
          value={description.value}
          onChange={description.set}
          maxLength={articleFields.meta_description.max}
          errorMessage={description.error}
          aside={<Counter used={description.value.length} limit={articleFields.meta_description.max} />}
        />
        <TextField
          id={fieldId('meta_keywords')}
          label="Meta Keywords"
          value={keywords.value}
          onChange={keywords.set}
          description="Separated by commas."
        />
      </div>
    </Card>
  )
}
