import { Copy, Download, Eye } from 'lucide-react'
import { serverClock } from '../../../backend/server-clock.ts'
import type { Media } from '../../../domain/media/media.ts'
import { isUsable } from '../../../domain/media/media-rights.ts'
import { can } from '../../../domain/people/role.ts'
import { storedMediaUrl } from '../../data/files/stored-media-url.ts'
import { readWithheldFile } from '../../data/files/withheld-files.ts'
import { toastError } from '../../resources/describe-error.ts'
import { deleteAction, RowMenu } from '../../resources/row-menu.tsx'
import { useProfile } from '../../session/use-profile.ts'
import type { MenuAction } from '../../ui/overlays/menu.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import type { MediaFile } from './data/media.ts'

const absoluteUrl = ({ storage_path }: Media) => new URL(storedMediaUrl(storage_path), location.href)

/** Saves a file to this machine under the name it was uploaded with. */
export async function downloadFile(file: Media): Promise<void> {
  try {
    const link = document.createElement('a')
    link.href = isUsable(file, serverClock.now().getTime())
      ? attachmentUrl(file)
      : await readWithheldFile(file.storage_path)
    link.download = file.original_filename
    link.click()
  } catch (error) {
    toastError('Failed to download the file', error)
  }
}

/** Makes the storage send an attachment: browsers ignore the attribute `download` alone for another origin. */
function attachmentUrl(file: Media): string {
  const url = absoluteUrl(file)
  url.searchParams.set('download', file.original_filename)
  return url.href
}

export async function copyAddress(file: MediaFile): Promise<void> {
  try {
    await navigator.clipboard.writeText(absoluteUrl(file).href)
    showToast({ title: 'Address copied' })
  } catch {
    showToast({ title: 'The address could not be copied', tone: 'destructive' })
  }
}

export function FileMenu({
  file,
  onOpen,
  onDelete,
  className,
}: {
  file: MediaFile
  onOpen: () => void
  onDelete: () => void
  className?: string
}) {
  const { role } = useProfile()
  const actions: MenuAction[] = [
    { id: 'preview', label: 'Preview', icon: Eye, onAction: onOpen },
    { id: 'download', label: 'Download', icon: Download, onAction: () => void downloadFile(file) },
    { id: 'copy', label: 'Copy Address', icon: Copy, onAction: () => void copyAddress(file) },
  ]
  if (can(role, 'media.delete')) actions.push(deleteAction(onDelete))
  return <RowMenu name={file.original_filename} actions={actions} className={className} />
}
