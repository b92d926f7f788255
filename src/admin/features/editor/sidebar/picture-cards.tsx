import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, ImagePlus, Plus, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { CroppedPicture } from '../../../components/cropped-picture.tsx'
import { ColourField } from '../../../story/colour-field.tsx'
import { OpeningField } from '../../../story/opening-field.tsx'
import { mediaAtQuery } from '../../../data/files/media-at.ts'
import { FocusButton } from '../../../media-picker/focus/focus-controls.tsx'
import { MediaPickerDialog } from '../../../media-picker/media-picker-dialog.tsx'
import { PlaceComments } from '../../../story/comments/place-comments.tsx'
import { Button, buttonClass } from '../../../ui/layout/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { moved } from '../../../ui/layout/movable-rows.tsx'
import { fieldId, useEditingSession, useField } from '../use-editing-session.ts'
import { CaptionField } from './caption-field.tsx'

/** A picture of the article in the proportions of most cards, with buttons over it. */
function ArticlePicture({
  url,
  alt,
  className = '',
  children,
}: {
  url: string
  alt: string
  className?: string
  children?: ReactNode
}) {
  // The focus comes with the file that the button reads.
  const { data: file } = useQuery(mediaAtQuery(url))
  return (
    <div className={`relative ${className}`}>
      <CroppedPicture
        url={url}
        alt={alt}
        focus={file?.focus ?? null}
        className="aspect-3/2 w-full rounded-md"
      />
      <FocusButton url={url} label={`Focus: ${alt}`} className="absolute right-2 bottom-2 size-8!" />
      {children}
    </div>
  )
}

const CHOOSE =
  'flex aspect-3/2 w-full flex-col items-center justify-center gap-2 rounded-md border border-dashed border-edge text-sm text-soft hover:bg-tint hover:text-ink'

export function FeaturedImageCard() {
  const { value, set } = useField('featured_image')
  const opening = useField('opening')
  const colour = useField('colour')
  const choose = useRef<HTMLButtonElement>(null)
  const [isPicking, setPicking] = useState(false)
  return (
    <Card
      title="Featured Image"
      aside={
        <PlaceComments
          place={
            value === null ? { kind: 'field', field: 'featured_image' } : { kind: 'picture', url: value }
          }
        />
      }
    >
      <div id={fieldId('featured_image')} className="flex flex-col gap-3">
        {value !== null && (
          <ArticlePicture url={value} alt="Featured image">
            <Button
              size="icon"
              aria-label="Remove featured image"
              onPress={() => {
                set(null)
                choose.current?.focus()
              }}
              className="absolute top-2 right-2 size-8!"
            >
              <X aria-hidden className="size-4" />
            </Button>
          </ArticlePicture>
        )}
        {/* One element with and without a picture: the focus comes back to it when the dialog closes. */}
        <button
          ref={choose}
          type="button"
          onClick={() => setPicking(true)}
          className={value === null ? CHOOSE : buttonClass({ size: 'sm' })}
        >
          {value === null && <ImagePlus aria-hidden className="size-5" />}
          {value === null ? 'Choose an image' : 'Change Image'}
        </button>
        {value !== null && <CaptionField url={value} label="Caption" />}
        {value !== null && <OpeningField value={opening.value} onChange={opening.set} />}
        {value !== null && <ColourField url={value} value={colour.value} onChange={colour.set} />}
      </div>
      <MediaPickerDialog
        isOpen={isPicking}
        title="Choose the Featured Image"
        onClose={() => setPicking(false)}
        onPick={({ url }) => set(url)}
      />
    </Card>
  )
}

/** Buttons of a row, in order. */
const [UP, DOWN, REMOVE] = [0, 1, 2]

/** React key of a row; the same picture may be in the gallery twice. */
function keyOf(images: readonly string[], index: number): string {
  const url = images[index] ?? ''
  return `${url} ${images.slice(0, index).filter((other) => other === url).length}`
}

/** The gallery, in reading order. */
export function GalleryCard() {
  const { session } = useEditingSession()
  const { value: images, set } = useField('gallery')
  const [isPicking, setPicking] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const add = useRef<HTMLButtonElement>(null)

  /** Changes the pictures, then focuses the first enabled button of `row` at one of these places. */
  const change = (next: string[], row: number, places: readonly number[]) => {
    flushSync(() => set(next))
    const buttons = list.current?.children[row]?.querySelectorAll<HTMLButtonElement>('[data-buttons] button')
    const free = places.flatMap((place) => buttons?.[place] ?? []).filter(({ disabled }) => !disabled)
    ;(free[0] ?? add.current)?.focus()
  }

  /** Handles a press of the button at `place` in a row. */
  const press = (row: number, place: number) => {
    const number = row + 1
    if (place === REMOVE) {
      change(images.toSpliced(row, 1), Math.min(row, images.length - 2), [REMOVE])
      setAnnouncement(`Picture ${number} removed`)
      return
    }
    const to = place === UP ? row - 1 : row + 1
    change(moved(images, row, to), to, place === UP ? [UP, DOWN] : [DOWN, UP])
    setAnnouncement(`Picture ${number} is now number ${to + 1} of ${images.length}`)
  }

  return (
    <Card
      title="Gallery"
      aside={<PlaceComments place={{ kind: 'field', field: 'gallery' }} />}
      isRow={images.length === 0}
    >
      <div id={fieldId('gallery')} className="flex flex-col gap-3">
        {images.length > 0 && (
          <ol ref={list} aria-label="Gallery" className="flex flex-col gap-2">
            {images.map((url, index) => {
              const number = index + 1
              const buttons = [
                { icon: ArrowUp, label: `Move picture ${number} up`, isDisabled: index === 0 },
                {
                  icon: ArrowDown,
                  label: `Move picture ${number} down`,
                  isDisabled: number === images.length,
                },
                { icon: X, label: `Remove picture ${number}`, isDisabled: false },
              ]
              return (
                <li key={keyOf(images, index)} className="flex flex-col gap-2">
                  <span className="flex items-center gap-2">
                    <ArticlePicture url={url} alt={`Gallery picture ${number}`} className="w-24" />
                    <span data-buttons className="ml-auto flex">
                      {buttons.map(({ icon: Icon, label, isDisabled }, place) => (
                        <Button
                          key={place}
                          variant="ghost"
                          size="icon"
                          aria-label={label}
                          isDisabled={isDisabled}
                          onPress={() => press(index, place)}
                          className="size-8!"
                        >
                          <Icon aria-hidden className="size-4" />
                        </Button>
                      ))}
                      <PlaceComments place={{ kind: 'picture', url }} name={`picture ${number}`} />
                    </span>
                  </span>
                  <CaptionField url={url} label={`Caption of picture ${number}`} />
                </li>
              )
            })}
          </ol>
        )}
        <Button ref={add} size="sm" onPress={() => setPicking(true)}>
          <Plus aria-hidden className="size-4" />
          Add Images
        </Button>
        <p role="status" className="sr-only">
          {announcement}
        </p>
      </div>
      <MediaPickerDialog
        isOpen={isPicking}
        title="Add Images to the Gallery"
        multiple
        onClose={() => setPicking(false)}
        onPick={({ url }) => set([...session.state.form.gallery, url])}
      />
    </Card>
  )
}
