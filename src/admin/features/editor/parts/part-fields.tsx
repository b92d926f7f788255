import { useId, useState } from 'react'
import { serverClock } from '../../../../backend/server-clock.ts'
import type { JsonObject } from '../../../../domain/body/json.ts'
import type { PartKind } from '../../../../domain/body/story-parts.ts'
import { partToEditorHtml } from '../../../../domain/body/html/to-editor-html.ts'
import { mediaUrl } from '../../../../domain/body/urls.ts'
import type { PickedImage } from '../../../media-picker/open-picker.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { Body } from '../../../writing/body.ts'
import { BodyEditor } from '../../../writing/body-editor.tsx'

interface FieldProps {
  label: string
  description?: string
  value: string
  onChange: (value: string) => void
}

/** What a picture of the library sets of a part: its address and, where the part has one, its alt text. */
export function withPicture({ fields }: PartKind, name: string, { url, alt }: PickedImage): JsonObject {
  return { [name]: url, ...('alt' in fields ? { alt } : {}) }
}

export function LinesField({ hasLines, ...field }: FieldProps & { hasLines: boolean }) {
  return hasLines ? <TextArea {...field} rows={2} /> : <TextField {...field} />
}

export function FilmField(field: FieldProps) {
  const isWrong = field.value.trim() !== '' && mediaUrl(field.value) === null
  return (
    <TextField
      {...field}
      errorMessage={isWrong ? 'Readers do not see it: the address must begin with https://' : undefined}
    />
  )
}

/** A text. As long as it is what was opened, it stays as it was stored: plain text does not become HTML. */
export function TextPart({ label, value, onChange }: Omit<FieldProps, 'description'>) {
  const id = useId()
  const [opened] = useState(() => ({
    stored: value,
    body: new Body(partToEditorHtml(value, serverClock.storyLanguage())),
  }))
  return (
    <div
      role="group"
      aria-label={label}
      className="@container rounded-lg border border-rule @max-[42rem]:-mx-3 @max-[42rem]:rounded-none @max-[42rem]:border-x-0"
    >
      <BodyEditor
        id={id}
        body={opened.body}
        revision={0}
        stored={opened.stored}
        placeholder="Tell it…"
        onChange={(body) => onChange(body.equals(opened.body) ? opened.stored : body.html)}
      />
    </div>
  )
}
