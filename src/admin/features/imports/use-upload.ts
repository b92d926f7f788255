import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FileUse } from '../../../domain/newsroom/imports.ts'
import { invalidate } from '../../data/requests/entity-mutation.ts'
import { describeError } from '../../resources/describe-error.ts'
import { sendFile, useImportAct } from './data/publisher-imports.ts'

/** A file on its way to the publisher, or why the last one did not arrive. */
export type Upload =
  | { kind: 'none' }
  | { kind: 'sending'; file: File; use: FileUse; share: number }
  | { kind: 'failed'; file: File; use: FileUse; why: string }

/** Sends files to the publisher, one at a time; the one on its way is given up when the screen is left. */
export function useUpload() {
  const client = useQueryClient()
  const act = useImportAct()
  const [upload, setUpload] = useState<Upload>({ kind: 'none' })
  const aborter = useRef<AbortController | null>(null)
  useEffect(() => () => aborter.current?.abort(), [])

  const start = async (file: File, use: FileUse) => {
    const controller = new AbortController()
    aborter.current = controller
    const show = (share: number) => setUpload({ kind: 'sending', file, use, share })
    show(0)
    try {
      await sendFile(file, use, { onProgress: show, signal: controller.signal })
      await invalidate(client, 'imports')
      setUpload({ kind: 'none' })
    } catch (error) {
      if (controller.signal.aborted) return
      setUpload({ kind: 'failed', file, use, why: describeError(error) })
    }
  }

  const cancel = () => {
    aborter.current?.abort()
    setUpload({ kind: 'none' })
    // What has arrived of it would be given up by the publisher after a while, too.
    act({ act: 'drop', what: 'upload' }).catch(() => undefined)
  }

  return { upload, start: (file: File, use: FileUse) => void start(file, use), cancel }
}
