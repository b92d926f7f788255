import { Archive, ArchiveRestore, ExternalLink, type LucideIcon, Share2, Undo2 } from 'lucide-react'
import type { StatusChange } from '../../domain/story/article-state.ts'
import type { MenuAction } from '../ui/overlays/menu.tsx'

/** Entry of a menu that opens the page of an article in a new tab. */
export function viewOnSiteAction(slug: string): MenuAction {
  return {
    id: 'site',
    label: 'View on Site',
    icon: ExternalLink,
    onAction: () => void open(`/article/${slug}`, '_blank', 'noopener'),
  }
}

/** What shows the links to previews of an article, in a menu. */
export const SHARE_PREVIEW = { id: 'share', label: 'Share Preview…', icon: Share2 }

/** What changes the status of an article, in a menu. */
export function statusEntry(change: StatusChange): Omit<MenuAction, 'onAction'> {
  return { id: `to-${change.to}`, label: change.label, icon: iconOf(change) }
}

function iconOf({ to, label }: StatusChange): LucideIcon {
  if (to === 'archived') return Archive
  return label === 'Unarchive' ? ArchiveRestore : Undo2
}
