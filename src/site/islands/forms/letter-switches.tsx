import type { Preferences } from '../../../domain/readers/subscriber.ts'
import { LETTER_KINDS } from '../../../magazine/texts.ts'

const SWITCHES = Object.entries(LETTER_KINDS) as [keyof Preferences, string][]

/** The switches of the newsletters; `chosen` says which are on at first, null: none. */
export function LetterSwitches({ chosen }: { chosen: Readonly<Preferences> | null }) {
  return (
    <fieldset>
      <legend className="label">What to send you</legend>
      {SWITCHES.map(([name, label]) => (
        <label className="switch" key={name}>
          {label}
          <input type="checkbox" role="switch" name={name} defaultChecked={chosen?.[name] ?? false} />
        </label>
      ))}
    </fieldset>
  )
}
