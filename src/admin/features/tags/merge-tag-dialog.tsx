import type { Tag } from '../../../domain/sections/tag.ts'
import { foundTagsQuery } from '../../story/tags.ts'
import { MergeDialog } from '../../resources/merge-dialog.tsx'

/** Merges a tag into another, which gets its articles and redirects. */
export function MergeTagDialog({ row: tag, onClose }: { row: Tag; onClose: () => void }) {
  return (
    <MergeDialog
      row={tag}
      noun="tag"
      call="merge_tags"
      query={foundTagsQuery}
      changes={['tags', 'articles', 'templates']}
      onClose={onClose}
    >
      {`The articles of “${tag.name}” get the other tag, the addresses of its page lead there, and “${tag.name}” is deleted.`}
    </MergeDialog>
  )
}
