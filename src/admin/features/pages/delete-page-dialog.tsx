import { useQuery } from '@tanstack/react-query'
import { DeleteDialog } from '../../resources/delete-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useDeletePage } from './data/page.ts'
import type { PageRow } from './data/page-list.ts'
import type { PagePlace } from './data/page-place.ts'
import { pagesBelowQuery } from './data/pages-below.ts'
import { addressOf } from './page-places.ts'

/** Asks before a page is deleted, and says which pages below it move up. */
export function DeletePageDialog({
  page,
  above,
  onClose,
}: {
  page: PageRow
  above: readonly PagePlace[]
  onClose: () => void
}) {
  const { mutateAsync } = useDeletePage()
  const below = useQuery(pagesBelowQuery(page.id))
  const address = addressOf(page, above)
  return (
    <DeleteDialog
      title="Are you sure you want to delete this page?"
      isDisabled={below.data === undefined}
      done={{ title: 'Page deleted successfully' }}
      failedTitle="Failed to delete page"
      errorWords={{ duplicate: 'A page below it cannot move up: another page has its address there.' }}
      onDelete={() => mutateAsync(page.id)}
      onClose={onClose}
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
          <PagesBelow {...below.data} />
        )}
      </div>
    </DeleteDialog>
  )
}

function PagesBelow({ total, pages }: { total: number; pages: readonly PagePlace[] }) {
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
