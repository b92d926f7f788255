import { useDeferredValue } from 'react'
import { STORY_FORMATS, partsOf, withParts } from '../../../../domain/body/story-parts.ts'
import { lengthLabel } from '../../../writing/blocks/length-label.ts'
import { bodyWords } from '../saving/form.ts'
import { fieldId, useField } from '../use-editing-session.ts'
import { PartList } from './part-list.tsx'

/** The body of a story in parts. */
export function PartsEditor() {
  const { value: story, error, set } = useField('parts')
  const shown = useDeferredValue(story)
  if (story === null) return null
  const { list, parts } = STORY_FORMATS[story.type]
  return (
    <div className="flex flex-col gap-3">
      <PartList
        id={fieldId('parts')}
        label={`The ${list} of the story`}
        kinds={parts}
        parts={partsOf(story)}
        onChange={(next) => set(withParts(story, next))}
        minimum={1}
      />
      {error !== undefined && <p className="text-xs text-madder">{error}</p>}
      <p className="text-right text-sm text-soft">{lengthLabel(bodyWords(shown))}</p>
    </div>
  )
}
