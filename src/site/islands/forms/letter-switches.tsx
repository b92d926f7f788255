import type { Preferences } from '../../../domain/readers/subscriber.ts'
import type { Texts } from '../../../domain/site/texts.ts'
import type { FormWords } from '../../../words/words.ts'

/** Which text names each letter. */
const LETTERS = {
  weeklyNewsletter: 'letter_weekly',
  designTips: 'letter_tips',
  newArticles: 'letter_new',
  specialOffers: 'letter_offers',
} as const satisfies Readonly<Record<keyof Preferences, keyof Texts>>

export const LETTER_TEXTS = Object.values(LETTERS)

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
      {(Object.keys(LETTERS) as (keyof Preferences)[]).map((name) => (
        <label className="switch" key={name}>
          {texts[LETTERS[name]]}
          <input type="checkbox" role="switch" name={name} defaultChecked={chosen?.[name] ?? false} />
        </label>
      ))}
    </fieldset>
  )
}
