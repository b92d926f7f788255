import { Controller, type UseFormReturn } from 'react-hook-form'
import {
  PAGE_STATUS_LABELS,
  PAGE_STATUSES,
  pageType,
  type Page,
  type PageForm,
} from '../../../domain/page.ts'
import { Counter } from '../../ui/counter.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { PagePlace } from './data/page-place.ts'
import { addressOf, possibleParents } from './page-places.ts'

const NO_PARENT = 'none'

/** Status, place and what search engines show. */
export function PageDetails({
  form: { control },
  page,
  outline,
}: {
  form: UseFormReturn<PageForm>
  page: Page | null
  outline: readonly PagePlace[]
}) {
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
      <Controller
        control={control}
        name="meta_title"
        render={({ field: { ref, ...field }, fieldState }) => (
          <TextField
            {...field}
            inputRef={ref}
            label="Meta Title"
            maxLength={pageType.fields.meta_title.max}
            description="The page's title when empty."
            errorMessage={fieldState.error?.message}
            aside={<Counter used={field.value.length} limit={pageType.fields.meta_title.max} />}
          />
        )}
      />
      <Controller
        control={control}
        name="meta_description"
        render={({ field: { ref, ...field }, fieldState }) => (
          <TextArea
            {...field}
            inputRef={ref}
            label="Meta Description"
            rows={4}
            maxLength={pageType.fields.meta_description.max}
            errorMessage={fieldState.error?.message}
            aside={<Counter used={field.value.length} limit={pageType.fields.meta_description.max} />}
          />
        )}
      />
    </div>
  )
}
