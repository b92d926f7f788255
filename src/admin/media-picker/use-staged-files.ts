import { useEffect, useEffectEvent, useState } from 'react'
import type { Media } from '../../domain/media.ts'
import { describeError } from '../resources/describe-error.ts'
import { uploadFile } from './data/upload-file.ts'

export type StagedFiles = ReturnType<typeof useStagedFiles>

/** A file before or during its upload. `preview` is an object URL. */
export interface StagedFile {
  id: number
  file: File
  preview: string
  altText: string
  /** Share sent, 0 to 1; null before. */
  progress: number | null
}

let nextId = 1

function stagedFile(file: File): StagedFile {
  return { id: nextId++, file, preview: URL.createObjectURL(file), altText: '', progress: null }
}

/** The files chosen for upload in a dialog; `initial` are those it opens with. */
export function useStagedFiles(userId: string, initial: readonly File[]) {
  const [files, setFiles] = useState<readonly StagedFile[]>(() => initial.map(stagedFile))
  const [isUploading, setUploading] = useState(false)
  const revokeAll = useEffectEvent(() => files.forEach(({ preview }) => URL.revokeObjectURL(preview)))
  useEffect(() => () => revokeAll(), [])

  const change = (id: number, patch: Partial<StagedFile>) =>
    setFiles((all) => all.map((item) => (item.id === id ? { ...item, ...patch } : item)))

  const drop = (isDropped: (item: StagedFile) => boolean) => {
    files.filter(isDropped).forEach(({ preview }) => URL.revokeObjectURL(preview))
    setFiles((all) => all.filter((item) => !isDropped(item)))
  }

  const remove = (id: number) => drop((item) => item.id === id)

  /** Uploads the files one by one; failed ones stay staged, the last reason is in `failed`. */
  const upload = async () => {
    setUploading(true)
    const uploaded: Media[] = []
    let failed: string | null = null
    for (const item of files) {
      try {
        change(item.id, { progress: 0 })
        uploaded.push(
          await uploadFile(item, userId, { onProgress: (progress) => change(item.id, { progress }) }),
        )
        remove(item.id)
      } catch (error) {
        change(item.id, { progress: null })
        failed = describeError(error, { network: 'No connection' })
      }
    }
    setUploading(false)
    return { uploaded, failed }
  }

  return {
    files,
    isUploading,
    add: (added: readonly File[]) => setFiles((all) => [...all, ...added.map(stagedFile)]),
    describe: (id: number, altText: string) => change(id, { altText }),
    remove,
    clear: () => drop(() => true),
    upload,
  }
}
