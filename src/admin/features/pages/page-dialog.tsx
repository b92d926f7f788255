import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { BackendError } from '../../../backend/errors.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { EmptyState, Skeleton } from '../../ui/layout/states.tsx'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { pageOutlineQuery, pageQuery } from './data/pages.ts'

/** Loaded when it is needed: the rich-text editor weighs as much as the rest of the admin. */
export const PageEditor = lazyPart(
  async () => (await import('./page-editor.tsx')).PageEditor,
  ({ page, onClose }) => (
    <Waiting title={page === null ? 'New Page' : 'Edit Page'} failed={null} onClose={onClose} />
  ),
)

/** Creates a page (`id` null) or edits one, which is fetched when the dialog opens. */
export function PageDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  useReturnedFocus()
  useEffect(() => PageEditor.preload(), [])
  const outline = useQuery(pageOutlineQuery)
  const page = useQuery({ ...pageQuery(id ?? ''), enabled: id !== null })
  const stored = id === null ? null : page.data
  // A page that is deleted while it is edited stays open, so that nothing typed is lost.
  if (stored === undefined && page.error instanceof BackendError && page.error.kind === 'not-found') {
    return (
      <Dialog isOpen title="Edit Page" size="sm" onClose={onClose}>
        <EmptyState
          title="This page is no longer there, or your account cannot see it."
          action={<Button onPress={onClose}>Back to Pages</Button>}
        />
      </Dialog>
    )
  }
  if (stored === undefined || outline.data === undefined) {
    const failed = page.isLoadingError ? page : outline.isLoadingError ? outline : null
    return <Waiting title={id === null ? 'New Page' : 'Edit Page'} failed={failed} onClose={onClose} />
  }
  return <PageEditor page={stored} outline={outline.data} onClose={onClose} />
}

function Waiting({
  title,
  failed,
  onClose,
}: {
  title: string
  failed: { error: unknown; refetch: () => unknown } | null
  onClose: () => void
}) {
  return (
    <Dialog isOpen title={title} size="lg" onClose={onClose}>
      {failed === null ? (
        <div role="status" className="flex flex-col gap-4">
          <span className="sr-only">Loading the page…</span>
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-[60dvh]" />
        </div>
      ) : (
        <QueryError title="Failed to load page" error={failed.error} refetch={failed.refetch} />
      )}
    </Dialog>
  )
}

/**
 * Restores focus, on unmount, to where it was on mount. For a dialog that replaces its own loading dialog: React Aria
 * would restore it to the loading one, which is gone.
 */
function useReturnedFocus(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // After React Aria has tried to restore the focus.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body
        if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus()
      }, 50)
    },
    [opener],
  )
}
