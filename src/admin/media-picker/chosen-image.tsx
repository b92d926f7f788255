import { type Media, mediaType } from '../../domain/media.ts'
import { TextField } from '../ui/text-field.tsx'

/** The alt text of the picture that is chosen; of several only their number. */
export function ChosenImage({
  chosen,
  alt,
  onAlt,
}: {
  chosen: readonly Media[]
  alt: string
  onAlt: (text: string) => void
}) {
  if (chosen.length === 0) return null
  if (chosen.length > 1) {
    return <p className="mr-auto self-center text-sm text-soft">{chosen.length} pictures chosen</p>
  }
  return (
    <TextField
      label="Alt Text"
      value={alt}
      onChange={onAlt}
      maxLength={mediaType.fields.alt_text.max}
      placeholder="What does the picture show?"
      className="mr-auto w-full flex-row! items-center gap-3! md:w-auto md:min-w-96 md:flex-1 [&_label]:whitespace-nowrap"
    />
  )
}
