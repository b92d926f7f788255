import { type Media, type MediaForm, mediaType } from '../../../domain/media/media.ts'
import {
  MADE_BY,
  MADE_BY_LABELS,
  creditLine,
  isUsable,
  usabilityAt,
} from '../../../domain/media/media-rights.ts'
import { DateTimeField } from '../../ui/dates/date-time-field.tsx'
import { Fact, FactList } from '../../ui/layout/fact-list.tsx'
import { formatDateTime } from '../../ui/dates/format.ts'
import { Select } from '../../ui/fields/select.tsx'
import { Switch } from '../../ui/fields/switch.tsx'
import { TextArea, TextField } from '../../ui/fields/text-field.tsx'
import { useNow } from '../../ui/keys/use-now.ts'

interface RightsProps {
  file: Media
  form: MediaForm
  /** Absent for those who may not change the file. */
  onChange?: ((form: MediaForm) => void) | undefined
  /** Whether this person may have a file shown outside of its time. */
  mayOverride: boolean
}

/** Whom the magazine names for a file, and for what and how long it may be used. */
export function RightsFields({ file, form, onChange, mayOverride }: RightsProps) {
  const set = (part: Partial<MediaForm>) => onChange?.({ ...form, ...part })
  const usability = usabilityAt(form, useNow([form.usable_from, form.usable_until]).getTime())
  return (
    <section aria-label="Rights" className="flex flex-col gap-4 border-t border-rule pt-4">
      <h3 className="text-sm font-semibold">Rights</h3>
      <RightsState file={file} />
      {onChange === undefined ? (
        <RightsFacts form={form} />
      ) : (
        <>
          <RightsText
            form={form}
            field="credit"
            description="Named at the end of a story whose pictures all have a credit; below the picture where it has another."
            onChange={set}
          />
          <Select
            label={mediaType.labels.made_by}
            options={MADE_BY_OPTIONS}
            value={form.made_by}
            onChange={(made_by) => set({ made_by })}
          />
          <RightsText form={form} field="source" description="Readers are not told." onChange={set} />
          <RightsText form={form} field="licence" onChange={set} />
          <RightsText form={form} field="licence_url" onChange={set} />
          <TextArea
            label={mediaType.labels.restriction}
            rows={2}
            value={form.restriction}
            onChange={(restriction) => set({ restriction })}
            maxLength={mediaType.fields.restriction.max}
            description="What is not allowed. Readers are not told."
          />
          <DateTimeField
            label={mediaType.labels.usable_from}
            value={form.usable_from}
            onChange={(usable_from) => set({ usable_from })}
            emptyText="Always"
          />
          <DateTimeField
            label={mediaType.labels.usable_until}
            value={form.usable_until}
            onChange={(usable_until) => set({ usable_until })}
            emptyText="Without end"
          />
          <Switch
            label={mediaType.labels.release_on_file}
            isSelected={form.release_on_file}
            onChange={(release_on_file) => set({ release_on_file })}
          />
          {mayOverride && (usability !== 'now' || form.rights_override !== '') && (
            <TextArea
              label={mediaType.labels.rights_override}
              rows={2}
              value={form.rights_override}
              onChange={(rights_override) => set({ rights_override })}
              maxLength={mediaType.fields.rights_override.max}
              description="Why readers may see it outside of this time. It is kept in the audit log."
            />
          )}
        </>
      )}
    </section>
  )
}

const MADE_BY_OPTIONS = [
  { id: null, label: 'Not known' },
  ...MADE_BY.map((id) => ({ id, label: MADE_BY_LABELS[id] })),
]

function RightsText({
  form,
  field,
  description,
  onChange,
}: {
  form: MediaForm
  field: 'credit' | 'source' | 'licence' | 'licence_url'
  description?: string
  onChange: (part: Partial<MediaForm>) => void
}) {
  const error = mediaType.errors(form)[field]
  return (
    <TextField
      label={mediaType.labels[field]}
      value={form[field]}
      onChange={(text) => onChange({ [field]: text })}
      maxLength={mediaType.fields[field].max}
      {...(description === undefined ? {} : { description })}
      {...(error === undefined ? {} : { errorMessage: error })}
    />
  )
}

/** Whether readers may see the file now, as it is saved; nothing for a file that may always be shown. */
function RightsState({ file }: { file: Media }) {
  const { usable_from, usable_until, rights_override, rights_override_at } = file
  const now = useNow([usable_from, usable_until]).getTime()
  if (usable_from === null && usable_until === null) return null
  const usability = usabilityAt(file, now)
  if (usability !== 'now' && isUsable(file, now)) {
    return (
      <p className="text-sm">
        Shown outside of its time since {formatDateTime(rights_override_at ?? '')}: {rights_override}
      </p>
    )
  }
  if (usability === 'not yet')
    return <p className="text-sm text-madder">Not shown before {formatDateTime(usable_from ?? '')}.</p>
  if (usability === 'ended')
    return <p className="text-sm text-madder">Not shown since {formatDateTime(usable_until ?? '')}.</p>
  return usable_until === null ? null : (
    <p className="text-sm text-soft">Disappears from all pages on {formatDateTime(usable_until)}.</p>
  )
}

function RightsFacts({ form }: { form: MediaForm }) {
  const { credit, licence, licence_url, made_by, restriction } = form
  const facts = [
    [
      'Credit',
      creditLine({ credit: credit || null, licence: null, licence_url: null, made_by }, MADE_BY_LABELS),
    ],
    ['Licence', [licence, licence_url].filter(Boolean).join(', ')],
    ['Restriction', restriction],
  ] as const
  return (
    <FactList layout="stacked">
      {facts.map(
        ([name, value]) =>
          value && (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ),
      )}
    </FactList>
  )
}
