import { Label, Text, TextArea, TextField } from 'react-aria-components/TextField'
import { articleFields } from '../../../../domain/article.ts'
import { fieldId, useField } from '../use-editing-session.ts'

const { label, max } = articleFields.standfirst

/** Characters left at which their number is shown. */
const FEW_LEFT = 50

/** The line under the title, one paragraph: Enter goes on to the text. */
export function StandfirstField({ onLeave }: { onLeave: () => void }) {
  const { value, error, set } = useField('standfirst')
  const left = max - value.length
  return (
    <TextField
      id={fieldId('standfirst')}
      value={value}
      onChange={(text) => set(text.replace(/\s*\n\s*/g, ' '))}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      maxLength={max}
      className="mt-3"
    >
      <Label className="sr-only">{label}</Label>
      <TextArea
        rows={1}
        placeholder="Standfirst (optional)"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          onLeave()
        }}
        className="-mx-1 field-sizing-content w-full resize-none rounded-sm bg-transparent px-1 font-serif text-xl leading-relaxed text-soft placeholder:text-soft/70"
      />
      {error !== undefined && (
        <Text slot="errorMessage" className="mt-1 block text-xs text-brick">
          {error}
        </Text>
      )}
      {error === undefined && left <= FEW_LEFT && (
        <Text slot="description" className="mt-1 block text-xs text-soft">
          {left === 1 ? '1 character left' : `${left} characters left`}
        </Text>
      )}
    </TextField>
  )
}
