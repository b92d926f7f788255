import { useQuery } from '@tanstack/react-query'
import { BackendError } from '../../../backend/errors.ts'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { toastError } from '../../resources/describe-error.ts'
import { useProfile } from '../../session/use-profile.ts'
import { Skeleton } from '../../ui/states.tsx'
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
  const uses = usage.data ?? []
  const isUsed = uses.length > 0

  return (
    <DeleteDialog
      noun="file"
      confirmLabel={isUsed ? 'Delete Anyway' : 'Delete'}
      isPending={usage.isFetching}
      changes={['media']}
      onDelete={() => deleteMedia(userId, { file, evenIfUsed: isUsed })}
      onError={(error) => {
        // The file was used since the list was loaded: show the new list and stay open.
        if (error instanceof BackendError && error.kind === 'conflict') void usage.refetch()
        else toastError('Failed to delete file', error, { network: 'No connection' })
      }}
      onDeleted={onDeleted}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <p className="break-words">
          <strong>{file.original_filename}</strong> cannot be brought back.
        </p>
        <div aria-live="polite" className="flex flex-col gap-2">
          {usage.isPending && <Skeleton className="h-10" />}
          {usage.isError && (
            <p className="text-sm text-brick">
              Where it is used could not be found out; the server refuses to delete it if it is.
            </p>
          )}
          {usage.isSuccess && !isUsed && <p className="text-sm text-soft">It is not used anywhere.</p>}
          {isUsed && (
            <>
              <p className="text-sm font-semibold text-brick">
                {uses.length === 1 ? 'It is used in one place' : `It is used in ${uses.length} places`}, which
                will then show nothing there:
              </p>
              <UsageList uses={uses} />
            </>
          )}
        </div>
      </div>
    </DeleteDialog>
  )
}
