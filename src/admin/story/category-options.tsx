import { useQuery } from '@tanstack/react-query'
import { ColorDot } from '../ui/layout/color-dot.tsx'
import type { Option } from '../ui/fields/option-list.tsx'
import { categoriesQuery } from './categories.ts'

/** The categories as the options of a select, after the choice of none, and the error when they could not be loaded. */
export function useCategoryOptions(noneLabel: string) {
  const { data: categories = [], isLoadingError } = useQuery(categoriesQuery)
  const options: Option<string | null>[] = [
    { id: null, label: noneLabel },
    ...categories.map(({ id, name, color }) => ({
      id,
      label: name,
      adornment: <ColorDot color={color} />,
    })),
  ]
  return { options, errorMessage: isLoadingError ? 'The categories could not be loaded.' : undefined }
}
