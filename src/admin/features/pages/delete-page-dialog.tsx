import { failureText, isTaken } from '../../data/failure-text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useDeletePage } from './data/delete-page.ts'
import type { PageRow } from './data/page-list.ts'
import type { PagePlace } from './data/page-outline.ts'
import { addressOf } from './page-places.ts'

export function DeletePageDialog({
  page,
  outline,
  onClose,
}: {
  page: PageRow
  outline: readonly PagePlace[]
  onClose: () => void
}) {
  const remove = useDeletePage()
  const below = outline.filter((place) => place.parent_id === page.id)
  const address = addressOf(page, outline)
  return (
    <ConfirmDialog
      isOpen
      title="Are you sure you want to delete this page?"
      confirmLabel="Delete"
      tone="destructive"
      isPending={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(page.id, {
          onSuccess: () => {
            showToast({ title: 'Page deleted successfully' })
            onClose()
          },
          onError: (error) =>
            showToast({
              title: 'Failed to delete page',
              description: isTaken(error, 'address')
                ? 'A page below it cannot move up: another page has its address there.'
                : failureText(error),
              tone: 'destructive',
            }),
        })
      }
    >
      <div className="flex flex-col gap-3 [overflow-wrap:anywhere]">
        <p>
          <strong className="font-semibold">{page.title}</strong> cannot be brought back.
        </p>
        {page.status === 'published' && address !== null && (
          <p>{`Readers will no longer find anything at ${address}.`}</p>
        )}
        {below.length > 0 && (
          <>
            <p>The pages below it stay and move to the top:</p>
            <ul className="list-disc pl-5">
              {below.map(({ id, title, slug }) => (
                <li key={id}>{`${title}, then at /${slug}`}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </ConfirmDialog>
  )
}
