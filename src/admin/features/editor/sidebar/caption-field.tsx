import { useQuery } from '@tanstack/react-query'
import { MAX_CAPTION } from '../../../../domain/media/caption.ts'
import { mediaAtQuery } from '../../../data/files/media-at.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import { setFieldPunctuation } from '../../../writing/typing/field-punctuation.ts'
import { useField } from '../use-editing-session.ts'

/** The caption of a picture in this story: the media library's, until another or none is written here. */
export function CaptionField({ url, label }: { url: string; label: string }) {
  const { value: captions, set } = useField('captions')
  const { data: file } = useQuery(mediaAtQuery(url))
  const ofLibrary = file?.caption?.trim() ?? ''
  const own = Object.hasOwn(captions, url) ? captions[url] : undefined
  const setOwn = (caption: string | undefined) => {
    const others = Object.entries(captions).filter(([address]) => address !== url)
    set(Object.fromEntries(caption === undefined ? others : [...others, [url, caption]]))
  }
  return (
    <div className="flex flex-col items-start gap-1">
      <TextArea
        label={label}
        rows={2}
        maxLength={MAX_CAPTION}
        value={own ?? ofLibrary}
        onChange={(caption) => setOwn(caption === ofLibrary ? undefined : caption)}
        {...(own === undefined && ofLibrary !== '' ? { description: 'From the library' } : {})}
        whileShown={setFieldPunctuation}
        className="w-full"
      />
      {own !== undefined && ofLibrary !== '' && (
        <Button size="sm" variant="ghost" className="-ms-3" onPress={() => setOwn(undefined)}>
          Use the Library’s Caption
        </Button>
      )}
    </div>
  )
}
