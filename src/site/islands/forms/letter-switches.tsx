import { TOPIC_TEXTS } from '../../../domain/letters/topic-texts.ts'
import type { Preferences } from '../../../domain/readers/subscriber.ts'
import type { Texts } from '../../../domain/site/texts.ts'
import type { FormWords } from '../../../words/words.ts'

export const LETTER_TEXTS = Object.values(TOPIC_TEXTS)

/** The switches of the newsletters; `chosen` says which are on at first, null: none. */
export function LetterSwitches({
  chosen,
  forms,
  texts,
}: {
  chosen: Readonly<Preferences> | null
  forms: FormWords
  texts: Pick<Texts, (typeof LETTER_TEXTS)[number]>
}) {
  return (
    <fieldset>
      <legend className="label">{forms.whatToSend}</legend>
      {(Object.keys(TOPIC_TEXTS) as (keyof Preferences)[]).map((name) => (
        <label className="switch" key={name}>
          {texts[TOPIC_TEXTS[name]]}
          <input type="checkbox" role="switch" name={name} defaultChecked={chosen?.[name] ?? false} />
        </label>
      ))}
    </fieldset>
  )
}
