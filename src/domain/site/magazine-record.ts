import { type SignUpForm, CONSENT } from '../../magazine/consent.ts'
import { SECTIONS } from '../../magazine/sections.ts'
import { TEAM } from '../../magazine/team.ts'
import { authorKeys } from '../people/author.ts'
import { consentVersion } from '../readers/subscriber.ts'

/** What the database has to know of src/magazine: the argument of its function register_magazine. */
export function magazineRecord() {
  return {
    team: TEAM.map((member) => ({
      name: member.name,
      addresses: authorKeys({ ...member, slug: null }).map((key) => `/author/${key}`),
    })),
    sections: SECTIONS.map(({ slug }) => slug),
    consent: (Object.keys(CONSENT) as SignUpForm[]).map((form) => ({
      version: consentVersion(form),
      form,
      wording: CONSENT[form],
    })),
  }
}
