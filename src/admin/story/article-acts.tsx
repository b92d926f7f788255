import { Archive, ArchiveRestore, ExternalLink, type LucideIcon, Share2, Undo2 } from 'lucide-react'
import type { StatusChange } from '../../domain/story/article-state.ts'
import type { Act } from '../resources/acts.ts'
import { lazyPart } from '../ui/layout/lazy-part.tsx'
import type { MenuAction } from '../ui/overlays/menu.tsx'

export const SendBackDialog = lazyPart(
  async () => (await import('./comments/send-back-dialog.tsx')).SendBackDialog,
)

const SharePreviewDialog = lazyPart(
  async () => (await import('./previews/share-preview-dialog.tsx')).SharePreviewDialog,
)

/** Opens the page of an article in a new tab. */
export function viewOnSite(slug: string): Act {
  return {
    id: 'site',
    label: 'View on Site',
    icon: ExternalLink,
    run: () => void open(`/article/${slug}`, '_blank', 'noopener'),
  }
}

/** Shows the links to previews of an article. `isOut`: readers find it on the site. */
export function sharePreview(articleId: string, isOut: boolean): Act {
  return {
    id: 'share',
    label: 'Share Preview…',
    icon: Share2,
    ask: (close) => <SharePreviewDialog articleId={articleId} isOut={isOut} onClose={close} />,
  }
}

/** What changes the status of an article, in a menu. */
export function statusEntry(change: StatusChange): Omit<MenuAction, 'onAction'> {
  return { id: `to-${change.to}`, label: change.label, icon: iconOf(change) }
}

function iconOf({ to, label }: StatusChange): LucideIcon {
  if (to === 'archived') return Archive
  return label === 'Unarchive' ? ArchiveRestore : Undo2
}
