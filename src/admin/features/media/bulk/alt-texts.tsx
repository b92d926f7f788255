import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ProgressBar } from 'react-aria-components/ProgressBar'
import { mediaType } from '../../../../domain/media/media.ts'
import { useMayChangeMedia, useSaveMedia } from '../../../media-picker/data/media.ts'
import { toastError } from '../../../resources/describe-error.ts'
import { DiscardDialog, UnsavedWarning } from '../../../resources/leave-guard.tsx'
import { QueryError } from '../../../resources/query-error.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { EmptyState, Skeleton } from '../../../ui/layout/states.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import { showToast } from '../../../ui/overlays/toast.ts'
import { type MediaFile, fetchPictures } from '../data/media.ts'
import { FileStage } from '../file-preview.tsx'

interface AltTextsProps {
  /** The selected files; files that are not pictures are skipped. */
  ids: readonly string[]
  onDone: () => void
  onClose: () => void
}

/** Asks for the alt texts of the selected pictures, one after the other. */
export function AltTexts({ ids, onDone, onClose }: AltTextsProps) {
  const { data, isLoadingError, error, refetch } = useQuery({
    queryKey: ['media', 'alt texts', ids],
    queryFn: ({ signal }) => fetchPictures(ids, signal),
    // The pictures stay the same while one after the other is saved.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: false,
    enabled: (query) => query.state.data === undefined,
  })
  if (data !== undefined && data.length > 0) return <Walk pictures={data} onDone={onDone} onClose={onClose} />
  return (
    <Dialog isOpen title="Alt Texts" size="lg" onClose={onClose}>
      {isLoadingError ? (
        <QueryError title="The pictures could not be loaded" error={error} refetch={refetch} />
      ) : data === undefined ? (
        <Skeleton className="h-96" />
      ) : (
        <EmptyState title="None of these files is a picture." />
      )}
    </Dialog>
  )
}

function Walk({
  pictures,
  onDone,
  onClose,
}: {
  pictures: readonly MediaFile[]
  onDone: () => void
  onClose: () => void
}) {
  const [at, setAt] = useState(0)
  /** Unsaved texts by file, of skipped pictures too. */
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  /** Texts saved in this dialog, by file. */
  const [saved, setSaved] = useState<ReadonlyMap<string, string>>(new Map())
  const [isAsking, setAsking] = useState(false)
  const saving = useSaveMedia()
  const picture = pictures[at]
  const mayChange = useMayChangeMedia(picture)
  if (picture === undefined) return null
  const storedOf = ({ id, alt_text }: MediaFile) => saved.get(id) ?? alt_text ?? ''
  const stored = storedOf(picture)
  const text = typed.get(picture.id) ?? stored
  const unsaved = pictures.filter(
    (one) => (typed.get(one.id) ?? storedOf(one)).trim() !== storedOf(one),
  ).length
  const isLast = at === pictures.length - 1

  const end = (texts: ReadonlyMap<string, string>, left: number) => {
    if (left > 0) return setAsking(true)
    if (texts.size === 0) return onClose()
    showToast({ title: texts.size === 1 ? 'One alt text saved' : `${texts.size} alt texts saved` })
    onDone()
  }
  const close = () => end(saved, unsaved)
  const goOn = () => (isLast ? close() : setAt(at + 1))

  const save = async () => {
    if (saving.isPending) return
    const alt_text = text.trim()
    if (alt_text === stored) return goOn()
    try {
      await saving.mutateAsync({ id: picture.id, columns: { alt_text: alt_text === '' ? null : alt_text } })
    } catch (error) {
      return toastError('Failed to save the alt text', error)
    }
    const texts = new Map(saved).set(picture.id, alt_text)
    setSaved(texts)
    setTyped(new Map([...typed].filter(([id]) => id !== picture.id)))
    if (isLast) end(texts, unsaved - 1)
    else setAt(at + 1)
  }

  return (
    <>
      <Dialog
        isOpen
        title={`Alt Texts: ${at + 1} of ${pictures.length}`}
        size="lg"
        onClose={close}
        isDismissable={!saving.isPending}
        footer={
          <>
            <p role="status" className="mr-auto self-center text-sm text-soft">
              {saved.size > 0 && `${saved.size} saved`}
            </p>
            <Button isDisabled={at === 0 || saving.isPending} onPress={() => setAt(at - 1)}>
              Back
            </Button>
            <Button isDisabled={saving.isPending} onPress={goOn}>
              {isLast ? 'Close' : 'Skip'}
            </Button>
            <Button
              variant="primary"
              isDisabled={mayChange !== 'yes'}
              isPending={saving.isPending}
              onPress={() => void save()}
            >
              {isLast ? 'Save' : 'Save and Next'}
            </Button>
          </>
        }
      >
        <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_19rem]">
          <div className="flex min-h-40 items-center justify-center overflow-hidden rounded-md bg-tint max-md:[&_img]:max-h-[36dvh]">
            <FileStage key={picture.id} file={picture} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <ProgressBar aria-label="Pictures" value={at + 1} maxValue={pictures.length}>
              {({ percentage = 0 }) => (
                <span className="block h-1.5 overflow-hidden rounded-full bg-rule">
                  <span
                    className="block h-full rounded-full bg-fill transition-[width] duration-200"
                    style={{ width: `${percentage}%` }}
                  />
                </span>
              )}
            </ProgressBar>
            <p className="text-sm [overflow-wrap:anywhere] text-soft">{picture.original_filename}</p>
            <TextArea
              key={picture.id}
              autoFocus
              label="Alt Text"
              rows={4}
              value={text}
              onChange={(now) => setTyped(new Map(typed).set(picture.id, now))}
              // What is typed while it is saved would not be in it.
              isReadOnly={mayChange !== 'yes' || saving.isPending}
              maxLength={mediaType.fields.alt_text.max}
              description={NOTES[mayChange ?? 'yes']}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing)
                  return event.continuePropagation()
                event.preventDefault()
                if (mayChange === 'yes') void save()
              }}
            />
          </div>
        </div>
      </Dialog>
      <DiscardDialog
        isOpen={isAsking}
        onConfirm={() => {
          setAsking(false)
          if (saved.size > 0) onDone()
          else onClose()
        }}
        onCancel={() => {
          setAsking(false)
          setAt(
            Math.max(
              0,
              pictures.findIndex(({ id }) => typed.has(id)),
            ),
          )
        }}
      >
        <p>
          {unsaved === 1
            ? 'The alt text of one picture was typed and not saved.'
            : `The alt texts of ${unsaved} pictures were typed and not saved.`}
        </p>
      </DiscardDialog>
      <UnsavedWarning isDirty={unsaved > 0} />
    </>
  )
}

const NOTES = {
  yes: 'What the picture shows, for those who cannot see it. Enter saves and goes to the next.',
  no: 'Another person uploaded this file. They and editors can change it.',
  published: 'This file is published. An editor can change its texts.',
} as const
