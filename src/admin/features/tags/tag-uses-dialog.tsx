import { useQuery } from '@tanstack/react-query'
import type { Tag } from '../../../domain/tag.ts'
import { tagUsesQuery } from '../../data/article-uses.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { UsedIn } from '../../ui/used-in.tsx'

/** The articles that have a tag. */
export function TagUsesDialog({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const { data, isError, refetch } = useQuery(tagUsesQuery(tag.id))
  return (
    <Dialog
      isOpen
      size="sm"
      title={`Articles with “${tag.name}”`}
      onClose={onClose}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      {isError && <ErrorState title="Failed to load where it is used" onRetry={() => void refetch()} />}
      {!isError && data === undefined && <Skeleton className="h-24" />}
      {data !== undefined && <UsedIn {...data} />}
    </Dialog>
  )
}
