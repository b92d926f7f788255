import { useState } from 'react'
import { MEDIA_BUCKET } from '../../../../domain/media/media-address.ts'
import { type MediaForm, mediaType } from '../../../../domain/media/media.ts'
import { MADE_BY, MADE_BY_LABELS } from '../../../../domain/media/media-rights.ts'
import type { BulkChange, Outcome } from '../../../data/requests/bulk-change.ts'
import { deleteWithFiles } from '../../../data/files/orphaned-files.ts'
import { type BulkWords, BulkChangeDialog } from '../../../resources/bulk/bulk-change-dialog.tsx'
import type { BulkDialogProps } from '../../../resources/bulk/bulk-acts.tsx'
import { useProfile } from '../../../session/use-profile.ts'
import { DateTimeField } from '../../../ui/dates/date-time-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { MediaAct } from './acts.ts'
import { AltTexts } from './alt-texts.tsx'

type MediaActDialogProps = Omit<BulkDialogProps<MediaAct>, 'act'>

/** The dialog of a bulk act on files. */
export function MediaActDialog({ act, ...props }: BulkDialogProps<MediaAct>) {
  if (act === 'alt texts') return <AltTexts {...props} />
  return act === 'rights' ? <BulkRights {...props} /> : <BulkDelete {...props} />
}

const NOUN = { one: 'file', many: 'files' }

const RIGHTS_WORDS: BulkWords = {
  label: 'Change',
  title: (rows) => `Rights of ${rows}`,
  will: (rows, count) => `${rows} ${count === 1 ? 'gets' : 'get'} these rights.`,
  done: (rows) => `Rights of ${rows} changed`,
  already: (rows, count) => `${rows} ${count === 1 ? 'has' : 'have'} these rights already.`,
}

const TEXTS = ['credit', 'source', 'licence', 'licence_url', 'restriction'] as const

/** Sets the rights of the selected files: fields that are filled in are changed, the others stay. */
function BulkRights(props: MediaActDialogProps) {
  const [form, setForm] = useState<MediaForm>(mediaType.blank())
  const set = (part: Partial<MediaForm>) => setForm({ ...form, ...part })
  const errors = mediaType.errors(form)
  const isValid = Object.keys(errors).length === 0
  return (
    <BulkChangeDialog
      {...props}
      noun={NOUN}
      table="media"
      act="rights"
      given={isValid ? filledIn(form) : null}
      words={RIGHTS_WORDS}
      canBeUndone
      changes={['media']}
    >
      <p className="text-sm text-soft">What you fill in is changed, the rest stays as it is.</p>
      {TEXTS.map((field) => (
        <TextField
          key={field}
          label={mediaType.labels[field]}
          value={form[field]}
          onChange={(text) => set({ [field]: text })}
          maxLength={mediaType.fields[field].max}
          {...(errors[field] === undefined ? {} : { errorMessage: errors[field] })}
        />
      ))}
      <Select
        label={mediaType.labels.made_by}
        options={MADE_BY_OPTIONS}
        value={form.made_by}
        onChange={(made_by) => set({ made_by })}
      />
      <DateTimeField
        label={mediaType.labels.usable_until}
        value={form.usable_until}
        onChange={(usable_until) => set({ usable_until })}
        emptyText="As it is"
      />
    </BulkChangeDialog>
  )
}

const MADE_BY_OPTIONS = [
  { id: null, label: 'As it is' },
  ...MADE_BY.map((id) => ({ id, label: MADE_BY_LABELS[id] })),
]

/** The columns of the fields that are filled in; null when none is. */
function filledIn(form: MediaForm): BulkChange['given'] | null {
  const { credit, source, licence, licence_url, restriction, made_by, usable_until } =
    mediaType.columnsOf(form)
  const columns = { credit, source, licence, licence_url, restriction, made_by, usable_until }
  const filled = Object.entries(columns).filter(([, value]) => value !== null)
  return filled.length === 0 ? null : Object.fromEntries(filled)
}

const DELETE_WORDS: BulkWords = {
  label: 'Delete',
  will: (rows, count) => `${rows} ${count === 1 ? 'is' : 'are'} deleted. This cannot be undone.`,
  done: (rows) => `${rows} deleted`,
  already: (rows, count) => `${rows} ${count === 1 ? 'is' : 'are'} gone already.`,
  tone: 'destructive',
}

/** Deletes the selected files, except files in use. */
function BulkDelete(props: MediaActDialogProps) {
  const { id: userId } = useProfile()
  return (
    <BulkChangeDialog
      {...props}
      noun={NOUN}
      table="media"
      act="delete"
      given={NOTHING}
      words={DELETE_WORDS}
      canBeUndone={false}
      around={async (changeable, change) => {
        const paths = changeable.flatMap(storedPaths)
        let changed: Outcome[] = []
        await deleteWithFiles({ userId, bucket: MEDIA_BUCKET, paths }, async () => {
          changed = await change()
          return paths
        })
        return changed
      }}
      changes={['media']}
    />
  )
}

const NOTHING: BulkChange['given'] = {}

const storedPaths = ({ before }: Outcome): string[] =>
  [before?.storage_path, before?.thumbnail_path].filter((path) => typeof path === 'string')
