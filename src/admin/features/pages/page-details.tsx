import { type UseFormReturn, Controller, useWatch } from 'react-hook-form'
import {
  type Page,
  type PageForm,
  PAGE_STATUS_LABELS,
  PAGE_STATUSES,
  pageType,
} from '../../../domain/page.ts'
import { FormTextArea } from '../../resources/form-text-area.tsx'
import { Counter } from '../../ui/counter.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Select } from '../../ui/select.tsx'
import type { PagePlace } from './data/page-list.ts'
import { addressOf, possibleParents } from './page-places.ts'

const NO_PARENT = 'none'

/** Status, parent and the texts for search engines. */
export function PageDetails({
  form: { control },
  page,
  outline,
}: {
  form: UseFormReturn<PageForm>
  page: Page | null
  outline: readonly PagePlace[]
}) {
  const [metaTitle, metaDescription] = useWatch({ control, name: ['meta_title', 'meta_description'] })
  const parents = possibleParents(page?.id ?? null, outline)
  return (
    <div className="flex min-w-0 flex-col gap-4 self-start md:sticky md:top-0">
      <Controller
        control={control}
        name="status"
        render={({ field: { value, onChange } }) => (
          <Select
            label="Status"
            value={value}
            onChange={onChange}
            options={PAGE_STATUSES.map((id) => ({ id, label: PAGE_STATUS_LABELS[id] }))}
            description={value === 'published' ? 'Readers see it as soon as you save.' : undefined}
          />
        )}
      />
      <Controller
        control={control}
        name="parent_id"
        render={({ field: { value, onChange }, fieldState }) => (
          <Select
            label="Parent"
            value={value ?? NO_PARENT}
            onChange={(id) => onChange(id === NO_PARENT ? null : id)}
            errorMessage={fieldState.error?.message}
            options={[
              { id: NO_PARENT, label: 'No parent' },
              ...parents.map((place) => ({
                id: place.id,
                label: place.title,
                detail:
                  place.status === 'published'
                    ? (addressOf(place, outline) ?? undefined)
                    : PAGE_STATUS_LABELS[place.status],
              })),
            ]}
          />
        )}
      />
      <FormField
        control={control}
        name="meta_title"
        label="Meta Title"
        maxLength={pageType.fields.meta_title.max}
        description="The page's title when empty."
        aside={<Counter used={metaTitle.length} limit={pageType.fields.meta_title.max} />}
      />
      <FormTextArea
        control={control}
        name="meta_description"
        label="Meta Description"
        rows={4}
        maxLength={pageType.fields.meta_description.max}
        aside={<Counter used={metaDescription.length} limit={pageType.fields.meta_description.max} />}
      />
    </div>
  )
}
