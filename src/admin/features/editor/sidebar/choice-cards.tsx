import { useQuery } from '@tanstack/react-query'
import { Portrait } from '../../../components/portrait.tsx'
import { authorChoicesQuery } from '../../../data/authors.ts'
import { categoriesQuery } from '../../../data/categories.ts'
import { useProfile } from '../../../session/use-profile.ts'
import { Card } from '../../../ui/card.tsx'
import { ColorDot } from '../../../ui/color-dot.tsx'
import { type SelectProps, Select } from '../../../ui/select.tsx'
import { authorOptions, writersQuery } from '../data/fields.ts'
import { useEditingSession, useField } from '../use-editing-session.ts'

/** Id of the option for null. */
const NONE = 'none'

function ChoiceCard({
  title,
  field,
  ...select
}: Pick<SelectProps, 'options' | 'errorMessage'> & { title: string; field: 'author_id' | 'category_id' }) {
  const { value, set } = useField(field)
  return (
    <Card title={title}>
      <Select
        {...select}
        label={title}
        hideLabel
        value={value ?? NONE}
        onChange={(id) => set(id === NONE ? null : id)}
      />
    </Card>
  )
}

export function CategoryCard() {
  const { data: categories = [], isError } = useQuery(categoriesQuery)
  return (
    <ChoiceCard
      title="Category"
      field="category_id"
      errorMessage={isError ? 'The categories could not be loaded.' : undefined}
      options={[
        { id: NONE, label: 'No category' },
        ...categories.map(({ id, name, color }) => ({
          id,
          label: name,
          adornment: <ColorDot color={color} />,
        })),
      ]}
    />
  )
}

/** Author of the article; contributors cannot change it. */
export function AuthorCard() {
  const { isEditor } = useEditingSession()
  const me = useProfile()
  const { value } = useField('author_id')
  const { data: accounts = [], isError } = useQuery(writersQuery(value))
  const { data: profiles = [] } = useQuery(authorChoicesQuery)
  const known = accounts.some(({ id }) => id === me.id) ? accounts : [...accounts, me]
  const options = authorOptions(known, profiles, value).map(({ id, name, imageUrl }) => ({
    id,
    label: name,
    adornment: <Portrait name={name} imageUrl={imageUrl} className="size-6 text-xs" />,
  }))
  if (!isEditor) {
    const own = options.find(({ id }) => id === me.id)
    return (
      <Card title="Author">
        <p className="flex items-center gap-2.5">
          {own?.adornment}
          {own?.label}
        </p>
      </Card>
    )
  }
  return (
    <ChoiceCard
      title="Author"
      field="author_id"
      errorMessage={isError ? 'The authors could not be loaded.' : undefined}
      options={[...options, { id: NONE, label: 'No author' }]}
    />
  )
}
