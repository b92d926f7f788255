import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Media, mediaType } from '../../domain/media/media.ts'
import { can, canChangeMedia } from '../../domain/people/role.ts'
import { invalidate } from '../data/requests/entity-mutation.ts'
import { useProfile } from '../session/use-profile.ts'
import { Button } from '../ui/layout/button.tsx'
import { DiscardDialog, UnsavedWarning } from '../resources/leave-guard.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { showToast } from '../ui/overlays/toast.ts'
import { storedMediaUrl } from '../data/files/stored-media-url.ts'
import { saveMedia } from './data/media.ts'
import { ImageLibrary } from './image-library.tsx'
import { UploadPanel, useStagedFiles } from './upload-panel.tsx'
import { uploadRefusal } from './upload-rules.ts'

export interface PickedImage {
  mediaId: string
  url: string
  alt: string
  width: number | null
  height: number | null
}

interface PickerProps {
  onClose: () => void
  title?: string
  /** Called for each chosen picture, in the order they were chosen. */
  onPick: (image: PickedImage, at: number, all: readonly PickedImage[]) => void
  multiple?: boolean
  /** Files that were dropped or pasted elsewhere: the dialog opens with their upload. */
  files?: readonly File[]
}

/** The picker takes pictures only; the library has films and documents, too. */
const KINDS = ['image/*']

/** The open dialog: the library, or the upload of new pictures. */
export function OpenPicker({
  title = 'Choose a Picture',
  onClose,
  onPick,
  multiple = false,
  files = [],
}: PickerProps) {
  const profile = useProfile()
  const queryClient = useQueryClient()
  const mayUpload = can(profile.role, 'media.upload')
  const [refusal, setRefusal] = useState(() => uploadRefusal(files, KINDS))
  const staged = useStagedFiles(profile.id, refusal === null ? files : [])
  const [chosen, setChosen] = useState<readonly Media[]>([])
  const [alt, setAlt] = useState('')
  /** What to do once the described pictures are discarded. */
  const [afterDiscard, setAfterDiscard] = useState<(() => void) | null>(null)
  const [single] = chosen.length === 1 ? chosen : []

  const choose = (images: readonly Media[]) => {
    setChosen(images)
    setAlt(images.length === 1 ? (images[0]?.alt_text ?? '') : '')
  }

  const stage = (added: readonly File[]) => {
    const reason = uploadRefusal(added, KINDS)
    setRefusal(reason)
    if (reason === null) staged.add(added)
  }

  const upload = async () => {
    const { uploaded, failed } = await staged.upload()
    if (uploaded.length > 0) {
      await invalidate(queryClient, 'media')
      choose(multiple ? [...chosen, ...uploaded] : uploaded.slice(0, 1))
    }
    if (failed === null) showToast({ title: 'Files uploaded successfully' })
    else showToast({ title: 'Failed to upload files', description: failed, tone: 'destructive' })
  }

  const use = (images: readonly Media[]) => {
    const [image] = images
    const newAlt = image !== undefined && image.id === single?.id ? alt.trim() : null
    if (image && newAlt && newAlt !== image.alt_text && canChangeMedia(profile, image)) {
      // The article stores the alt text itself; an error while storing it in the library too is only logged.
      void saveMedia(image.id, { alt_text: newAlt }).catch(console.error)
    }
    images
      .map(({ id, storage_path, alt_text, width, height }) => {
        const alt = newAlt ?? alt_text ?? ''
        return { mediaId: id, url: storedMediaUrl(storage_path), alt, width, height }
      })
      .forEach(onPick)
    onClose()
  }

  const isStaging = staged.files.length > 0
  const isDescribed = staged.files.some(({ altText }) => altText.trim() !== '')
  const confirmThen = (act: () => void) => {
    if (isDescribed) setAfterDiscard(() => act)
    else act()
  }

  return (
    <Dialog
      isOpen
      onClose={() => confirmThen(onClose)}
      title={isStaging ? 'Upload pictures' : title}
      size="lg"
      isDismissable={!staged.isUploading}
      footer={
        isStaging ? (
          <>
            <Button isDisabled={staged.isUploading} onPress={() => confirmThen(staged.clear)}>
              Back
            </Button>
            <Button variant="primary" isPending={staged.isUploading} onPress={() => void upload()}>
              {staged.isUploading ? 'Uploading…' : 'Upload'}
            </Button>
          </>
        ) : (
          <>
            {chosen.length > 1 && (
              <p className="mr-auto self-center text-sm text-soft">{chosen.length} pictures chosen</p>
            )}
            {single && (
              <TextField
                label="Alt Text"
                value={alt}
                onChange={setAlt}
                maxLength={mediaType.fields.alt_text.max}
                placeholder="What does the picture show?"
                className="mr-auto w-full flex-row! items-center gap-3! md:w-auto md:min-w-96 md:flex-1 [&_label]:whitespace-nowrap"
              />
            )}
            <Button onPress={onClose}>Cancel</Button>
            <Button variant="primary" isDisabled={chosen.length === 0} onPress={() => use(chosen)}>
              {chosen.length > 1 ? `Use ${chosen.length} Pictures` : 'Use Picture'}
            </Button>
          </>
        )
      }
    >
      {isStaging ? (
        <UploadPanel staged={staged} refusal={refusal} onAdd={stage} />
      ) : (
        <ImageLibrary
          chosen={chosen}
          onChoose={choose}
          onUse={(image) => use([image])}
          multiple={multiple}
          refusal={refusal}
          {...(mayUpload ? { onFiles: stage } : {})}
        />
      )}
      <DiscardDialog
        isOpen={afterDiscard !== null}
        onConfirm={() => {
          setAfterDiscard(null)
          afterDiscard?.()
        }}
        onCancel={() => setAfterDiscard(null)}
      >
        <p>The pictures and what you have typed of them have not been uploaded.</p>
      </DiscardDialog>
      <UnsavedWarning isDirty={isDescribed || staged.isUploading} />
    </Dialog>
  )
}
