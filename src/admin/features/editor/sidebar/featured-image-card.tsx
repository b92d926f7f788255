import { ImagePlus, X } from 'lucide-react'
import { useState } from 'react'
import { MediaPickerDialog } from '../../../media-picker/media-picker-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { useField } from '../use-editing-session.tsx'
import { ArticlePicture } from './article-picture.tsx'

export function FeaturedImageCard() {
  const { value, set } = useField('featured_image')
  const [isPicking, setPicking] = useState(false)
  return (
    <Card title="Featured Image">
      {value === null ? (
        <button
          type="button"
          onClick={() => setPicking(true)}
          className="flex aspect-3/2 w-full flex-col items-center justify-center gap-2 rounded-md border border-dashed border-edge text-sm text-soft hover:bg-tint hover:text-ink"
        >
          <ImagePlus aria-hidden className="size-5" />
          Choose an image
        </button>
      ) : (
        <div className="flex flex-col gap-3">
          <ArticlePicture url={value} alt="Featured image">
            <Button
              size="icon"
              aria-label="Remove featured image"
              onPress={() => set(null)}
              className="absolute top-2 right-2 size-8!"
            >
              <X aria-hidden className="size-4" />
            </Button>
          </ArticlePicture>
          <Button size="sm" onPress={() => setPicking(true)}>
            Change Image
          </Button>
        </div>
      )}
      <MediaPickerDialog
        isOpen={isPicking}
        title="Choose the Featured Image"
        onClose={() => setPicking(false)}
        onPick={({ url }) => set(url)}
      />
    </Card>
  )
}
