import { articleFields } from '../../../../domain/article.ts'
import { Card } from '../../../ui/card.tsx'
import { TextArea } from '../../../ui/text-field.tsx'
import { fieldId, useField } from '../use-editing-session.tsx'

export function ExcerptCard() {
  const { value, error, set } = useField('excerpt')
  return (
    <Card>
      <TextArea
        id={fieldId('excerpt')}
        label="Excerpt"
        rows={3}
        maxLength={articleFields.excerpt.max}
        value={value}
        onChange={set}
        description="Used in previews and social sharing."
        errorMessage={error}
      />
    </Card>
  )
}
