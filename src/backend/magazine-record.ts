import { consentVersion } from '../domain/readers/subscriber.ts'
import { type SignUpForm, CONSENT_TEXTS } from '../domain/site/texts.ts'
import { LANGUAGES } from '../domain/text/language.ts'
import { standardTexts } from '../words/standard-texts.ts'

/** What the database has to know of the code: the argument of its function register_magazine. */
export function magazineRecord() {
  return {
    // The standard sentences: the magazine's own are recorded when they are saved.
    consent: LANGUAGES.flatMap((language) =>
      (Object.keys(CONSENT_TEXTS) as SignUpForm[]).map((form) => {
        const wording = standardTexts(language)[CONSENT_TEXTS[form]]
        return { version: consentVersion(form, wording), form, wording }
      }),
    ),
  }
}
