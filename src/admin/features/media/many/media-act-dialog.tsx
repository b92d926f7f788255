import { useState } from 'react'
import { MEDIA_BUCKET } from '../../../../domain/media-address.ts'
import { type MediaForm, mediaType } from '../../../../domain/media.ts'
import { MADE_BY, MADE_BY_LABELS } from '../../../../domain/media-rights.ts'
import type { ManyChange, Outcome } from '../../../data/change-many.ts'
import { deleteWithFiles } from '../../../data/orphaned-files.ts'
import { type ManyWords, ChangeManyDialog } from '../../../resources/many/change-many-dialog.tsx'
import type { ManyDialogProps } from '../../../resources/many/many-acts.tsx'
import { useProfile } from '../../../session/use-profile.ts'
import { DateTimeField } from '../../../ui/date-time-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { MediaAct } from './acts.ts'
import { AltTexts } from './alt-texts.tsx'

type MediaActDialogProps = Omit<ManyDialogProps<MediaAct>, 'act'>

/** Does one act to many files. */
export function MediaActDialog({ act, ...props }: ManyDialogProps<MediaAct>) {
  if (act === 'alt texts') return <AltTexts {...props} />
  return act === 'rights' ? <RightsOfMany {...props} /> : <DeleteMany {...props} />
}

const NOUN = { one: 'file', many: 'files' }

const RIGHTS_WORDS: ManyWords = {
  label: 'Change',
  title: (rows) => `Rights of ${rows}`,
  will: (rows, count) => `${rows} ${count === 1 ? 'gets' : 'get'} these rights.`,
  done: (rows) => `Rights of ${rows} changed`,
  already: (rows, count) => `${rows} ${count === 1 ? 'has' : 'have'} these rights already.`,
}

const TEXTS = ['credit', 'source', 'licence', 'licence_url', 'restriction'] as const

/** The rights of many files: what is filled in is changed, the rest stays as it is. */
function RightsOfMany(props: MediaActDialogProps) {
  const [form, setForm] = useState<MediaForm>(mediaType.blank())
  const set = (part: Partial<MediaForm>) => setForm({ ...form, ...part })
  const errors = mediaType.errors(form)
  const isValid = Object.keys(errors).length === 0
  return (
    <ChangeManyDialog
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
    </ChangeManyDialog>
  )
}

const MADE_BY_OPTIONS = [
  { id: null, label: 'As it is' },
  ...MADE_BY.map((id) => ({ id, label: MADE_BY_LABELS[id] })),
]

/** The columns of the fields that are filled in; null when none is. */
function filledIn(form: MediaForm): ManyChange['given'] | null {
  const { credit, source, licence, licence_url, restriction, made_by, usable_until } =
    mediaType.columnsOf(form)
  const columns = { credit, source, licence, licence_url, restriction, made_by, usable_until }
  const filled = Object.entries(columns).filter(([, value]) => value !== null)
  return filled.length === 0 ? null : Object.fromEntries(filled)
}

const DELETE_WORDS: ManyWords = {
  label: 'Delete',
  will: (rows, count) => `${rows} ${count === 1 ? 'is' : 'are'} deleted. This cannot be undone.`,
  done: (rows) => `${rows} deleted`,
  already: (rows, count) => `${rows} ${count === 1 ? 'is' : 'are'} gone already.`,
  tone: 'destructive',
}

/** Deletes many files; those in use stay. */
function DeleteMany(props: MediaActDialogProps) {
  const { id: userId } = useProfile()
  return (
    <ChangeManyDialog
      {...props}
      noun={NOUN}
      table="media"
      act="delete"
      given={NOTHING}
      words={DELETE_WORDS}
      canBeUndone={false}
      around={async (looked, change) => {
        const paths = looked.flatMap(storedPaths)
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

const NOTHING: ManyChange['given'] = {}

const storedPaths = ({ before }: Outcome): string[] =>
  [before?.storage_path, before?.thumbnail_path].filter((path) => typeof path === 'string')
