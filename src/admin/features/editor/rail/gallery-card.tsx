import { ArrowDown, ArrowUp, Plus, X, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { MediaPickerDialog } from '../../../media-picker/media-picker-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Thumbnail } from '../../../ui/thumbnail.tsx'
import { useField, useSitting } from '../use-sitting.tsx'
import { moved } from './moved.ts'

/** The pictures below the article, in the order readers see them. */
export function GalleryCard() {
  const { session } = useSitting()
  const { value: images, set } = useField('gallery')
  const [isPicking, setPicking] = useState(false)
  const [said, setSaid] = useState('')

  const move = (from: number, to: number) => {
    set(moved(images, from, to))
    setSaid(`Picture ${from + 1} is now number ${to + 1} of ${images.length}`)
  }

  return (
    <Card title="Gallery">
      <div className="flex flex-col gap-3">
        {images.length > 0 && (
          <ol aria-label="Gallery" className="flex flex-col gap-2">
            {images.map((url, index) => (
              <li key={`${url} ${index}`} className="flex items-center gap-2">
                <Thumbnail
                  url={url}
                  alt={`Gallery picture ${index + 1}`}
                  className="aspect-3/2 w-24 rounded-sm object-cover"
                />
                <span className="ml-auto flex">
                  <RowButton
                    icon={ArrowUp}
                    label={`Move picture ${index + 1} up`}
                    isDisabled={index === 0}
                    onPress={() => move(index, index - 1)}
                  />
                  <RowButton
                    icon={ArrowDown}
                    label={`Move picture ${index + 1} down`}
                    isDisabled={index === images.length - 1}
                    onPress={() => move(index, index + 1)}
                  />
                  <RowButton
                    icon={X}
                    label={`Remove picture ${index + 1}`}
                    onPress={() => {
                      set(images.toSpliced(index, 1))
                      setSaid(`Picture ${index + 1} removed`)
                    }}
                  />
                </span>
              </li>
            ))}
          </ol>
        )}
        <Button size="sm" onPress={() => setPicking(true)}>
          <Plus aria-hidden className="size-4" />
          Add Images
        </Button>
        <p role="status" className="sr-only">
          {said}
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

function RowButton({
  icon: Icon,
  label,
  isDisabled = false,
  onPress,
}: {
  icon: LucideIcon
  label: string
  isDisabled?: boolean
  onPress: () => void
}) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      isDisabled={isDisabled}
      onPress={onPress}
      className="size-8!"
    >
      <Icon aria-hidden className="size-4" />
    </Button>
  )
}
