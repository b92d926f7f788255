import { useQuery } from '@tanstack/react-query'
import { BackendError } from '../../../backend/errors.ts'
import { toastError } from '../../resources/describe-error.ts'
import { useProfile } from '../../session/use-profile.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.ts'
import { type MediaFile, mediaUsageQuery, useDeleteMedia } from './data/media.ts'
import { UsageList } from './file-details.tsx'

/** Asks before a file is deleted, and lists first where it is used; a used one is deleted only after that. */
export function DeleteFileDialog({
  file,
  onDeleted,
  onCancel,
}: {
  file: MediaFile
  onDeleted: () => void
  onCancel: () => void
}) {
  const { id: userId } = useProfile()
  const usage = useQuery(mediaUsageQuery(file.id))
  const deletion = useDeleteMedia(userId)
  const uses = usage.data ?? []
  const isUsed = uses.length > 0

  const remove = async () => {
    try {
      await deletion.mutateAsync({ file, evenIfUsed: isUsed })
      showToast({ title: 'File deleted successfully' })
      onDeleted()
    } catch (error) {
      // Somebody has used it since the list was made: show the new list and ask again.
      if (error instanceof BackendError && error.kind === 'conflict') void usage.refetch()
      else toastError('Failed to delete file', error, { network: 'No connection' })
    }
  }

  return (
    <ConfirmDialog
      isOpen
      title="Are you sure you want to delete this file?"
      confirmLabel={isUsed ? 'Delete Anyway' : 'Delete'}
      tone="destructive"
      isPending={usage.isFetching || deletion.isPending}
      onConfirm={() => void remove()}
      onCancel={onCancel}
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
    </ConfirmDialog>
  )
}
