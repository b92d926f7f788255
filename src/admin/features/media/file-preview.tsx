import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Copy, Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { BackendError } from '../../../backend/errors.ts'
import { type MediaForm, mediaKind, mediaType, typeLabel } from '../../../domain/media/media.ts'
import { isUsable } from '../../../domain/media/media-rights.ts'
import { can } from '../../../domain/people/role.ts'
import { storedMediaUrl } from '../../data/files/stored-media-url.ts'
import { withheldFileQuery } from '../../data/files/withheld-files.ts'
import { useMayChangeMedia, useSaveMedia } from '../../media-picker/data/media.ts'
import { toastError } from '../../resources/describe-error.ts'
import { UnsavedWarning, useDiscardFirst } from '../../resources/leave-guard.tsx'
import { useProfile } from '../../session/use-profile.ts'
import { QueryError } from '../../resources/query-error.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { EmptyState, Skeleton } from '../../ui/layout/states.tsx'
import { showToast } from '../../ui/overlays/toast.ts'
import { useNow } from '../../ui/keys/use-now.ts'
import { useKeyDown } from '../../ui/keys/use-key-down.ts'
import { type MediaFile, mediaFileQuery } from './data/media.ts'
import { copyAddress, downloadFile } from './file-actions.tsx'
import { FileDetails } from './file-details.tsx'
import { FilePicture } from './file-picture.tsx'
import { ReplaceFileButton } from './replace-file.tsx'

/** Why a contributor cannot change an own file. */
const ONLY_EDITORS = 'This file is published. An editor can change its texts and its focus.'

interface FilePreviewProps {
  /** The neighbours in the list. */
  previous: string | null
  next: string | null
  onOpen: (id: string) => void
  onClose: () => void
  onDelete: (file: MediaFile) => void
}

/** The dialog of one file: a large preview, its details, and links to its neighbours in the list. */
export function FilePreview({ id, ...props }: FilePreviewProps & { id: string }) {
  const { role } = useProfile()
  const { data, isLoadingError, error, refetch } = useQuery(mediaFileQuery(id, role))
  if (data !== undefined) return <OpenFile key={data.id} file={data} {...props} />
  const isGone = error instanceof BackendError && error.kind === 'not-found'
  return (
    <Dialog isOpen title="Preview" size="lg" onClose={props.onClose}>
      {isGone && <EmptyState title="This file is not in the library any more." />}
      {isLoadingError && !isGone && (
        <QueryError title="Failed to load the file" error={error} refetch={refetch} />
      )}
      {!isLoadingError && <Skeleton className="h-96" />}
    </Dialog>
  )
}

function OpenFile({
  file,
  previous,
  next,
  onOpen,
  onClose,
  onDelete,
}: FilePreviewProps & { file: MediaFile }) {
  const profile = useProfile()
  const { form, setForm, isDirty, isValid, isPending, save, discard } = useFileForm(file)
  const isEditor = can(profile.role, 'media.delete')
  const mayChange = useMayChangeMedia(file)

  const discarding = useDiscardFirst({
    isDirty,
    text: 'What you have changed of this file has not been saved.',
    onDiscard: discard,
  })
  const confirmThen = (act: () => void) => {
    if (!isPending) discarding.confirmThen(act)
  }
  const go = (to: string | null) => {
    if (to !== null) confirmThen(() => onOpen(to))
  }
  useArrowKeys(
    () => go(previous),
    () => go(next),
  )

  return (
    <>
      <Dialog
        isOpen
        title={file.original_filename}
        size="lg"
        onClose={() => confirmThen(onClose)}
        isDismissable={!isPending}
        footer={
          <>
            <div className="mr-auto flex flex-wrap gap-2.5">
              <Button onPress={() => void downloadFile(file)}>
                <Download aria-hidden className="size-4 max-sm:hidden" />
                Download
              </Button>
              <Button onPress={() => void copyAddress(file)}>
                <Copy aria-hidden className="size-4 max-sm:hidden" />
                Copy Address
              </Button>
              {isEditor && <ReplaceFileButton file={file} isDisabled={isDirty || isPending} />}
              {isEditor && (
                <Button
                  isDisabled={isPending}
                  onPress={() => confirmThen(() => onDelete(file))}
                  className="text-madder!"
                >
                  <Trash2 aria-hidden className="size-4 max-sm:hidden" />
                  Delete
                </Button>
              )}
            </div>
            {mayChange === 'yes' && (
              <Button
                variant="primary"
                isDisabled={!isDirty || !isValid}
                isPending={isPending}
                onPress={save}
              >
                {isPending ? 'Saving…' : 'Save'}
              </Button>
            )}
          </>
        }
      >
        <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_19rem]">
          <div className="flex min-w-0 flex-col gap-3 md:sticky md:top-0 md:self-start">
            <div className="flex min-h-40 flex-1 items-center justify-center overflow-hidden rounded-md bg-tint">
              <FileStage file={file} />
            </div>
            <Neighbours previous={previous} next={next} isDisabled={isPending} onGo={go} />
          </div>
          <FileDetails
            file={file}
            form={form}
            {...(mayChange === 'yes' ? { onChange: setForm } : {})}
            {...(mayChange === 'published' ? { note: ONLY_EDITORS } : {})}
            mayOverrideRights={isEditor}
          />
        </div>
      </Dialog>
      {discarding.dialog}
      <UnsavedWarning isDirty={isDirty} />
    </>
  )
}

function Neighbours({
  previous,
  next,
  isDisabled,
  onGo,
}: Pick<FilePreviewProps, 'previous' | 'next'> & { isDisabled: boolean; onGo: (id: string | null) => void }) {
  return (
    <div className="flex justify-between">
      <Button size="sm" isDisabled={previous === null || isDisabled} onPress={() => onGo(previous)}>
        <ChevronLeft aria-hidden className="size-4" />
        Previous
      </Button>
      <Button size="sm" isDisabled={next === null || isDisabled} onPress={() => onGo(next)}>
        Next
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </div>
  )
}

/** The texts of a file, and their save. Somebody else's save brings them up to date where they are not changed here. */
function useFileForm(file: MediaFile) {
  const saving = useSaveMedia()
  const stored = mediaType.formOf(file, {})
  const [form, setForm] = useState<MediaForm>(stored)
  /** What the form began with, brought up to date when somebody else saves the file. */
  const [opened, setOpened] = useState<MediaForm>(stored)
  const [shown, setShown] = useState(file)

  if (file !== shown) {
    setShown(file)
    setOpened(stored)
    setForm(mediaType.rebase(opened, stored, form))
  }

  const save = () =>
    saving.mutate(
      { id: file.id, columns: mediaType.patch(form, opened) },
      {
        onSuccess: () => {
          // Also where the file could not be read again.
          setOpened((newest) => mediaType.rebase(opened, newest, form))
          showToast({ title: 'File updated successfully' })
        },
        onError: (error) => toastError('Failed to save file', error),
      },
    )

  return {
    form,
    setForm,
    isDirty: mediaType.changed(opened, form).length > 0,
    isValid: Object.keys(mediaType.errors(form)).length === 0,
    isPending: saving.isPending,
    save,
    discard: () => setForm(opened),
  }
}

/** The arrow keys go to the neighbours, except where they move a caret or a player. */
function useArrowKeys(onLeft: () => void, onRight: () => void) {
  useKeyDown((event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const { target } = event
    if (target instanceof Element && target.closest('input, textarea, video, audio, [role=alertdialog]'))
      return
    // The keys belong to a dialog above the preview.
    if (document.querySelectorAll('[role=dialog]').length > 1) return
    if (event.key === 'ArrowLeft') onLeft()
    if (event.key === 'ArrowRight') onRight()
  })
}

/** A file as large as there is room for it, or why it cannot be shown. */
export function FileStage({ file }: { file: MediaFile }) {
  const [hasFailed, setFailed] = useState(false)
  const { original_filename: name, mime_type, alt_text, caption } = file
  const isWithheld = !isUsable(file, useNow([file.usable_from, file.usable_until]).getTime())
  const withheld = useQuery({ ...withheldFileQuery(file.storage_path), enabled: isWithheld })
  const url = isWithheld ? withheld.data : storedMediaUrl(file.storage_path)
  const kind = mediaKind(mime_type)
  const fail = () => setFailed(true)
  if (hasFailed || withheld.isLoadingError)
    return <NoPreview file={file} text="The file could not be loaded." />
  if (url === undefined) return <Skeleton className="h-96 w-full" />
  if (kind === 'image') {
    return (
      <img
        src={url}
        alt={alt_text || name}
        onError={fail}
        className="max-h-[62dvh] max-w-full object-contain"
      />
    )
  }
  const player = {
    controls: true,
    preload: 'metadata',
    'aria-label': caption || name,
    src: url,
    onError: fail,
  } as const
  if (kind === 'video') return <video {...player} className="max-h-[62dvh] w-full" />
  if (kind === 'audio') return <audio {...player} className="w-full max-w-md" />
  if (mime_type === 'application/pdf') {
    // The policy of the page frames files of the storage alone.
    if (isWithheld) return <NoPreview file={file} text="Download it to see it." />
    return <iframe src={url} title={name} className="h-[62dvh] w-full rounded-sm border-0 bg-card" />
  }
  return (
    <NoPreview
      file={file}
      text={`A browser cannot show ${typeLabel(mime_type)} files. Download it to see it.`}
    />
  )
}

function NoPreview({ file, text }: { file: MediaFile; text: string }) {
  return (
    <div className="flex flex-col items-center gap-3 p-8 text-center text-sm text-soft">
      <FilePicture file={file} className="size-28 rounded-md" />
      <p>{text}</p>
    </div>
  )
}
