import { Images } from 'lucide-react'
import { useState } from 'react'
import { type FrontItem, MAX_FRONT_TITLE } from '../../../domain/sections/front.ts'
import { CroppedPicture } from '../../components/cropped-picture.tsx'
import { MediaPickerDialog } from '../../media-picker/media-picker-dialog.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { DateTimeField } from '../../ui/dates/date-time-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { BlockStory } from './stories.ts'

/**
 * The title, the picture and, on a page, the times that a story has in a block. The story itself stays as it is. `noun`: what
 * the block is a part of.
 */
export function ItemDialog({
  noun,
  item: stored,
  story,
  onSave,
  onClose,
}: {
  noun: 'page' | 'letter'
  item: FrontItem
  story: BlockStory | null
  onSave: (item: FrontItem) => void
  onClose: () => void
}) {
  const [item, setItem] = useState(stored)
  const [isPicking, setPicking] = useState(false)
  const change = (part: Partial<FrontItem>) => setItem({ ...item, ...part })
  const { title, image, from, until } = item
  const isBackwards = from !== null && until !== null && Date.parse(from) >= Date.parse(until)
  const shown = image ?? story?.featured_image ?? null
  return (
    <Dialog
      isOpen
      size="sm"
      title={story?.title ?? 'A story'}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={isBackwards}
            onPress={() => onSave({ ...item, title: title?.trim() ? title.trim() : null })}
          >
            Done
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={noun === 'page' ? 'Title on this page' : 'Title in this letter'}
          value={title ?? ''}
          placeholder={story?.title ?? ''}
          maxLength={MAX_FRONT_TITLE}
          onChange={(text) => change({ title: text })}
        />
        <div className="flex items-center gap-3">
          {shown === null ? (
            <span aria-hidden className="size-16 shrink-0 rounded-sm bg-tint" />
          ) : (
            <CroppedPicture url={shown} className="size-16 shrink-0 rounded-sm" />
          )}
          <p className="min-w-0 flex-1 text-sm text-soft">
            {image === null ? 'The picture of the story' : 'Another picture than that of the story'}
          </p>
          {image !== null && <Button onPress={() => change({ image: null })}>Use Its Own</Button>}
          <Button onPress={() => setPicking(true)} aria-label="Choose another picture">
            <Images aria-hidden className="size-4" />
            <span className="max-md:sr-only">Choose…</span>
          </Button>
        </div>
        {noun === 'page' && (
          <div className="grid gap-4 sm:grid-cols-2">
            <DateTimeField
              label="From"
              value={from}
              onChange={(iso) => change({ from: iso })}
              emptyText="At once"
            />
            <DateTimeField
              label="Until"
              value={until}
              onChange={(iso) => change({ until: iso })}
              emptyText="No end"
            />
          </div>
        )}
        {isBackwards && (
          <p role="alert" className="text-sm text-madder">
            It ends before it is to be shown.
          </p>
        )}
      </div>
      <MediaPickerDialog
        isOpen={isPicking}
        title="Choose a Picture"
        onClose={() => setPicking(false)}
        onPick={({ url }) => change({ image: url })}
      />
    </Dialog>
  )
}
