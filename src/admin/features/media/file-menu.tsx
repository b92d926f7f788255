import { Copy, Download, Ellipsis, Eye, Trash2 } from 'lucide-react'
import { can } from '../../../domain/role.ts'
import { useProfile } from '../../session/use-auth.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu, type MenuAction } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.ts'
import type { MediaFile } from './data/media-file.ts'
import { copyAddress, downloadFile } from './file-actions.ts'

/** Preview, download, copy the address and, for editors, delete. */
export function FileMenu({
  file,
  onOpen,
  onDelete,
  className = '',
}: {
  file: MediaFile
  onOpen: () => void
  onDelete: () => void
  className?: string
}) {
  const { role } = useProfile()
  const label = `Actions for ${file.original_filename}`
  const actions: MenuAction[] = [
    { id: 'preview', label: 'Preview', icon: Eye, onAction: onOpen },
    { id: 'download', label: 'Download', icon: Download, onAction: () => downloadFile(file) },
    { id: 'copy', label: 'Copy Address', icon: Copy, onAction: () => void sayCopied(file) },
  ]
  if (can(role, 'media.delete')) {
    actions.push({ id: 'delete', label: 'Delete', icon: Trash2, tone: 'destructive', onAction: onDelete })
  }
  return (
    <Menu
      label={label}
      actions={actions}
      trigger={
        <Button variant="ghost" size="icon" aria-label={label} className={className}>
          <Ellipsis aria-hidden className="size-4.5" />
        </Button>
      }
    />
  )
}

/** Copies the address and says whether it could. */
export async function sayCopied(file: MediaFile): Promise<void> {
  try {
    await copyAddress(file)
    showToast({ title: 'Address copied' })
  } catch {
    showToast({ title: 'The address could not be copied', tone: 'destructive' })
  }
}
