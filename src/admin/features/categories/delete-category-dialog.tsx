import { useQuery } from '@tanstack/react-query'
import type { Category } from '../../../domain/category.ts'
import { categoryUsesQuery } from '../../data/article-uses.ts'
import { describeError } from '../../data/describe-error.ts'
import { DeleteUsedDialog } from '../../resources/delete-used-dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useDeleteCategory } from './data/delete-category.ts'
import { deletingNote } from './section-note.ts'

export function DeleteCategoryDialog({ category, onClose }: { category: Category; onClose: () => void }) {
  const uses = useQuery(categoryUsesQuery(category.id))
  const remove = useDeleteCategory()
  return (
    <DeleteUsedDialog
      noun="category"
      name={category.name}
      uses={uses.data}
      isError={uses.isError}
      note={deletingNote(category.name) ?? undefined}
      isPending={remove.isPending}
      onRetry={() => void uses.refetch()}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(category.id, {
          onSuccess: () => {
            showToast({ title: 'Category deleted successfully' })
            onClose()
          },
          onError: (error) =>
            showToast({
              title: 'Failed to delete category',
              description: describeError(error),
              tone: 'destructive',
            }),
        })
      }
    />
  )
}
