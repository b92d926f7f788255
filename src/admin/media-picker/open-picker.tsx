import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Media, mediaType } from '../../domain/media/media.ts'
import { can, canChangeMedia } from '../../domain/people/role.ts'
import { invalidate } from '../data/requests/entity-mutation.ts'
import { useProfile } from '../session/use-profile.ts'
import { Button } from '../ui/layout/button.tsx'
import { UnsavedWarning, useDiscardFirst } from '../resources/leave-guard.tsx'
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
    images.map((picture) => asPicked(picture, newAlt)).forEach(onPick)
    onClose()
  }

  const isStaging = staged.files.length > 0
  const isDescribed = staged.files.some(({ altText }) => altText.trim() !== '')
  const { confirmThen, dialog } = useDiscardFirst({
    isDirty: isDescribed,
    text: 'The pictures and what you have typed of them have not been uploaded.',
  })

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
          <ChosenPictures
            count={chosen.length}
            alt={alt}
            onAlt={setAlt}
            onCancel={onClose}
            onUse={() => use(chosen)}
          />
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
      {dialog}
      <UnsavedWarning isDirty={isDescribed || staged.isUploading} />
    </Dialog>
  )
}

/** A picture of the library as it is taken. `alt` null: with the text that it has in the library. */
const asPicked = ({ id, storage_path, alt_text, width, height }: Media, alt: string | null): PickedImage => ({
  mediaId: id,
  url: storedMediaUrl(storage_path),
  alt: alt ?? alt_text ?? '',
  width,
  height,
})

/** Below the library: how many pictures are chosen, the alt text of a single one, and the button that takes them. */
function ChosenPictures({
  count,
  alt,
  onAlt,
  onCancel,
  onUse,
}: {
  count: number
  alt: string
  onAlt: (alt: string) => void
  onCancel: () => void
  onUse: () => void
}) {
  return (
    <>
      {count > 1 && <p className="mr-auto self-center text-sm text-soft">{count} pictures chosen</p>}
      {count === 1 && (
        <TextField
          label="Alt Text"
          value={alt}
          onChange={onAlt}
          maxLength={mediaType.fields.alt_text.max}
          placeholder="What does the picture show?"
          className="mr-auto w-full flex-row! items-center gap-3! md:w-auto md:min-w-96 md:flex-1 [&_label]:whitespace-nowrap"
        />
      )}
      <Button onPress={onCancel}>Cancel</Button>
      <Button variant="primary" isDisabled={count === 0} onPress={onUse}>
        {count > 1 ? `Use ${count} Pictures` : 'Use Picture'}
      </Button>
    </>
  )
}
