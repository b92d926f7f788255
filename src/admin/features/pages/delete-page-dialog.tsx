import { useQuery } from '@tanstack/react-query'
import { describeError, isTaken } from '../../data/describe-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.ts'
import { useDeletePage } from './data/delete-page.ts'
import type { PageRow } from './data/page-list.ts'
import type { PagePlace } from './data/page-place.ts'
import { pagesBelowQuery } from './data/pages-below.ts'
import { addressOf } from './page-places.ts'

export function DeletePageDialog({
  page,
  above,
  onClose,
}: {
  page: PageRow
  above: readonly PagePlace[]
  onClose: () => void
}) {
  const remove = useDeletePage()
  const below = useQuery(pagesBelowQuery(page.id))
  const address = addressOf(page, above)
  return (
    <ConfirmDialog
      isOpen
      title="Are you sure you want to delete this page?"
      confirmLabel="Delete"
      tone="destructive"
      isPending={remove.isPending}
      isDisabled={below.data === undefined}
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
                : describeError(error),
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
        {below.isError ? (
          <ErrorState title="Failed to load the pages below it" onRetry={() => void below.refetch()} />
        ) : below.data === undefined ? (
          <Skeleton className="h-6" />
        ) : (
          <MovedUp {...below.data} />
        )}
      </div>
    </ConfirmDialog>
  )
}

function MovedUp({ total, pages }: { total: number; pages: readonly PagePlace[] }) {
  if (total === 0) return null
  return (
    <div aria-live="polite">
      <p>The pages below it stay and move to the top:</p>
      <ul className="mt-3 list-disc pl-5">
        {pages.map(({ id, title, slug }) => (
          <li key={id}>{`${title}, then at /${slug}`}</li>
        ))}
        {total > pages.length && <li>{`and ${total - pages.length} more`}</li>}
      </ul>
    </div>
  )
}
