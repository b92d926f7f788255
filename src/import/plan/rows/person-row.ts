import { SOCIAL_NETWORKS, socialUrl } from '../../../domain/people/author.ts'
import type { Note, Person } from '../../description.ts'
import type { PlannedRow } from '../planned.ts'
import { cutNotes, shortened } from '../texts.ts'
import type { Parts } from './parts.ts'

export function personRow(
  { key, name, bio, email, picture, links, place, notes }: Person,
  { places, pictureAt }: Parts,
): PlannedRow {
  const social = Object.fromEntries(
    SOCIAL_NETWORKS.flatMap((network) => {
      const link = links.find((one) => /^https:/.test(one) && socialUrl(network, one) !== null)
      return link === undefined ? [] : [[network, link]]
    }),
  )
  return {
    ...{ table: 'author_profiles', key: places.idOf('person', key) ?? '', title: name, place },
    notes: [
      ...notes,
      ...links.filter((one) => !Object.values(social).includes(one)).map(() => PERSON_LINK),
      ...cutNotes([
        ['Name', name, 200],
        ['Bio', bio, 4000],
      ]),
    ],
    values: {
      ...{ name: shortened(name, 200), slug: places.slugOf('person', key), social_links: social },
      ...{ bio: shortened(bio, 4000) || null, email: email || null },
      image_url: picture === null ? null : pictureAt(picture),
    },
  }
}

const PERSON_LINK: Note = {
  kind: 'dropped',
  text: 'A link of a person: only one each to Instagram, Twitter and LinkedIn stays',
}
