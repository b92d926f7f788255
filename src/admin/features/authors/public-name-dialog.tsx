import { useQuery } from '@tanstack/react-query'
import { setProfileName } from '../../session/session.ts'
import { useProfile } from '../../session/use-profile.ts'
import { RowFormDialog, useRowForm } from '../../resources/row-form.tsx'
import { QueryError } from '../../resources/query-error.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { FormField } from '../../ui/fields/form-field.tsx'
import { formatDateTime } from '../../ui/dates/format.ts'
import { Spinner } from '../../ui/layout/spinner.tsx'
import { type NameRequest, ownNameQuery, publicNameType, requestName, saveOwnName } from './data/names.ts'

const TITLE = 'Your Public Name'

/** The form of one's own byline. People with published stories ask an editor for a new one. */
export function PublicNameDialog({ onClose }: { onClose: () => void }) {
  const { id } = useProfile()
  const { data, isLoadingError, error, refetch } = useQuery(ownNameQuery(id))
  if (data !== undefined) return <NameForm {...data} onClose={onClose} />
  return (
    <Dialog isOpen title={TITLE} onClose={onClose} footer={<Button onPress={onClose}>Cancel</Button>}>
      {isLoadingError ? (
        <QueryError title="Failed to load your name" error={error} refetch={refetch} />
      ) : (
        <Spinner className="size-6" />
      )}
    </Dialog>
  )
}

function NameForm({
  mustAsk,
  request,
  onClose,
}: {
  mustAsk: boolean
  request: NameRequest | null
  onClose: () => void
}) {
  const { id, full_name } = useProfile()
  const undecided = mustAsk && request?.declined_at === null ? request : null
  const rowForm = useRowForm({
    noun: mustAsk ? 'name request' : 'public name',
    row: mustAsk && undecided === null ? null : { id },
    toForm: () => ({ name: undecided?.name ?? full_name ?? '' }),
    type: publicNameType,
    changes: ['name_requests', 'authors', 'users'],
    save: async (_, { name }) => {
      if (mustAsk) return requestName(id, name)
      await saveOwnName(id, name)
      setProfileName(name)
    },
    ...(mustAsk ? {} : { plan: (_, { name }) => [{ table: 'profiles', id, row: { full_name: name } }] }),
    errorWords: () => ({
      denied: 'You have published stories by now. Open this form again to ask an editor.',
    }),
    onSaved: onClose,
  })
  return (
    <RowFormDialog
      rowForm={rowForm}
      title={TITLE}
      saveLabel={mustAsk ? 'Ask an Editor' : 'Save'}
      onClose={onClose}
    >
      {mustAsk ? (
        <p>
          {`You have published stories, and readers know you as ${full_name ?? 'nobody yet'}. Ask for a new name here: an editor decides, and your stories keep the present one until then.`}
        </p>
      ) : (
        <p>Your stories will carry this name.</p>
      )}
      {mustAsk && request !== null && (
        <p className="rounded-md bg-tint px-3 py-2 text-sm">
          {`You asked for “${request.name}” ${formatDateTime(request.created_at)}. ${decisionOf(request)}`}
        </p>
      )}
      <FormField
        control={rowForm.form.control}
        name="name"
        label="Public name"
        isRequired
        autoComplete="name"
        autoFocus
      />
    </RowFormDialog>
  )
}

function decisionOf({ declined_at }: NameRequest): string {
  return declined_at === null
    ? 'No editor has decided yet.'
    : `An editor declined it ${formatDateTime(declined_at)}. You can ask for another name, or talk to them.`
}
