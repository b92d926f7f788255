import { useQuery } from '@tanstack/react-query'
import type { Tag } from '../../../domain/tag.ts'
import { tagUsesQuery } from '../../data/article-uses.ts'
import { describeError } from '../../data/describe-error.ts'
import { DeleteUsedDialog } from '../../resources/delete-used-dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useDeleteTag } from './data/delete-tag.ts'

export function DeleteTagDialog({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const uses = useQuery(tagUsesQuery(tag.id))
  const remove = useDeleteTag()
  return (
    <DeleteUsedDialog
      noun="tag"
      name={tag.name}
      uses={uses.data}
      isError={uses.isError}
      isPending={remove.isPending}
      onRetry={() => void uses.refetch()}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(tag.id, {
          onSuccess: () => {
            showToast({ title: 'Tag deleted successfully' })
            onClose()
          },
          onError: (error) =>
            showToast({
              title: 'Failed to delete tag',
              description: describeError(error),
              tone: 'destructive',
            }),
        })
      }
    />
  )
}
