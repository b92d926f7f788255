import { useQuery } from '@tanstack/react-query'
import { BackendError } from '../../../backend/errors.ts'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { toastError } from '../../resources/describe-error.ts'
import { useProfile } from '../../session/use-profile.ts'
import { type MediaFile, mediaUsageQuery, deleteMedia } from './data/media.ts'
import { UsageList } from './file-details.tsx'

/** Confirmation dialog for the deletion of a file; lists where it is used. */
export function DeleteFileDialog({
  file,
  onDeleted,
  onClose,
}: {
  file: MediaFile
  onDeleted: () => void
  onClose: () => void
}) {
  const { id: userId } = useProfile()
  const usage = useQuery(mediaUsageQuery(file.id))
  const isUsed = (usage.data ?? []).length > 0

  return (
    <DeleteDialog
      noun="file"
      confirmLabel={isUsed ? 'Delete Anyway' : 'Delete'}
      isPending={usage.isFetching}
      changes={['media']}
      planned={[{ call: 'delete_media', args: { p_media: file.id, p_even_if_used: true } }]}
      onDelete={() => deleteMedia(userId, { file, evenIfUsed: isUsed })}
      onError={(error) => {
        // The file was used since the list was loaded: show the new list and stay open.
        if (error instanceof BackendError && error.kind === 'conflict') void usage.refetch()
        else toastError('Failed to delete file', error, { network: 'No connection' })
      }}
      uses={{
        query: usage,
        errorText: 'Could not check where it is used. The server refuses to delete a file in use.',
        isCheckedByServer: true,
        text: ({ length }) =>
          length === 0 ? (
            <p className="text-sm text-soft">It is not used anywhere.</p>
          ) : (
            <p className="text-sm font-semibold text-madder">
              {length === 1 ? 'It is used in one place' : `It is used in ${length} places`}, which will then
              show nothing there:
            </p>
          ),
        list: (uses) => uses.length > 0 && <UsageList uses={uses} />,
      }}
      onDeleted={onDeleted}
      onClose={onClose}
    >
      <p>
        <strong>{file.original_filename}</strong> cannot be brought back.
      </p>
    </DeleteDialog>
  )
}
