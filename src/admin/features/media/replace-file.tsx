import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { type MediaKind, ACCEPTED_UPLOADS, mediaKind } from '../../../domain/media/media.ts'
import { useEntityMutation } from '../../data/requests/entity-mutation.ts'
import { replaceFile } from '../../media-picker/data/upload-file.ts'
import { FileButton } from '../../media-picker/file-button.tsx'
import { uploadRefusal } from '../../media-picker/upload-rules.ts'
import { toastError } from '../../resources/describe-error.ts'
import { useProfile } from '../../session/use-profile.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import type { MediaFile } from './data/media.ts'

const KINDS: Readonly<Record<MediaKind, readonly string[]>> = {
  image: ['image/*'],
  video: ['video/*'],
  audio: ['audio/*'],
  document: ACCEPTED_UPLOADS.filter((kind) => kind.startsWith('.')),
}

/** Chooses another file and puts it in the place of one of the library. */
export function ReplaceFileButton({ file, isDisabled }: { file: MediaFile; isDisabled: boolean }) {
  const { id: userId } = useProfile()
  const replacing = useEntityMutation(['media', 'articles', 'pages', 'templates', 'authors'], (by: File) =>
    replaceFile({ file, by }, userId),
  )
  const [chosen, setChosen] = useState<File | null>(null)
  const kinds = KINDS[mediaKind(file.mime_type)]

  const choose = ([first]: readonly File[]) => {
    if (first === undefined) return
    const refusal = uploadRefusal([first], kinds)
    if (refusal === null) setChosen(first)
    else showToast({ title: 'The file was not replaced', description: refusal, tone: 'destructive' })
  }

  const replace = (by: File) => {
    setChosen(null)
    replacing.mutate(by, {
      onSuccess: () => showToast({ title: 'File replaced successfully' }),
      onError: (error) => toastError('Failed to replace file', error, { network: 'No connection' }),
    })
  }

  return (
    <>
      <FileButton kinds={kinds} single isDisabled={isDisabled || replacing.isPending} onFiles={choose}>
        <RefreshCw aria-hidden className="size-4 max-sm:hidden" />
        {replacing.isPending ? 'Replacing…' : 'Replace'}
      </FileButton>
      <ConfirmDialog
        isOpen={chosen !== null}
        title="Replace this file?"
        confirmLabel="Replace"
        cancelLabel="Cancel"
        onCancel={() => setChosen(null)}
        onConfirm={() => {
          if (chosen !== null) replace(chosen)
        }}
      >
        <p>
          <strong>{chosen?.name}</strong> takes its place wherever it is used, also in what is published.
          Texts, rights and focus stay. The old file is deleted.
        </p>
      </ConfirmDialog>
    </>
  )
}
