import { useQuery } from '@tanstack/react-query'
import { categoriesQuery } from '../../../data/categories.ts'
import { Card } from '../../../ui/card.tsx'
import { ColorDot } from '../../../ui/color-dot.tsx'
import { Select } from '../../../ui/select.tsx'
import { useField } from '../use-editing-session.tsx'

const NONE = 'none'

export function CategoryCard() {
  const { value, set } = useField('category_id')
  const { data: categories = [], isError } = useQuery(categoriesQuery)
  return (
    <Card title="Category">
      <Select
        label="Category"
        hideLabel
        value={value ?? NONE}
        onChange={(id) => set(id === NONE ? null : id)}
        {...(isError ? { errorMessage: 'The categories could not be loaded.' } : {})}
        options={[
          { id: NONE, label: 'No category' },
          ...categories.map(({ id, name, color }) => ({
            id,
            label: name,
            adornment: <ColorDot color={color} />,
          })),
        ]}
      />
    </Card>
  )
}
