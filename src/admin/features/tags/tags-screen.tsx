import { Merge, Trash2 } from 'lucide-react'
import { NamedScreen } from '../../resources/named/named-screen.tsx'
import { lazyPart } from '../../ui/layout/lazy-part.tsx'
import { MergeTagDialog } from './merge-tag-dialog.tsx'
import { tags } from './tags.ts'

const TagDialog = lazyPart(async () => (await import('./tag-dialog.tsx')).TagDialog)
const BulkTagsDialog = lazyPart(async () => (await import('./bulk-tags-dialog.tsx')).BulkTagsDialog)

export function TagsScreen() {
  return (
    <NamedScreen
      named={tags}
      Dialog={TagDialog}
      nameColumn={{ headClassName: 'w-1/2' }}
      detailColumn={{
        header: 'Slug',
        className: 'hidden @md:table-cell',
        headClassName: 'w-1/2',
        cellClassName: 'text-sm text-soft',
        cell: ({ slug }) => <span className="line-clamp-2 [overflow-wrap:anywhere]">{slug}</span>,
      }}
      moreAction={{ id: 'merge', label: 'Merge into…', icon: Merge, Dialog: MergeTagDialog }}
      bulk={{
        acts: [
          { act: 'merge', label: 'Merge into…', icon: Merge },
          { act: 'delete', label: 'Delete', icon: Trash2, tone: 'destructive' },
        ],
        Dialog: BulkTagsDialog,
      }}
    />
  )
}
