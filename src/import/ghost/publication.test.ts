import { expect, test } from 'vitest'
import type { Publication } from '../description.ts'
import { type Access, publicationOf } from './publication.ts'

const NOW = new Date('2026-11-30T12:00:00Z')
const PAST = '2024-03-01T09:00:00.000Z'
const AHEAD = '2027-03-01T09:00:00.000Z'

const open: Access = {
  ...{ status: 'published', visibility: 'public', email_only: false, isGated: false, isSitePrivate: false },
  ...{ created_at: PAST, published_at: PAST },
}
const draft = (why: string | null): Publication => ({ state: 'draft', why })

test.each<[what: string, access: Partial<Access>, expected: Publication]>([
  ['published and public', {}, { state: 'published', at: PAST }],
  [
    'without a visibility, as in files that others write',
    { visibility: '' },
    { state: 'published', at: PAST },
  ],
  ['published with a date ahead', { published_at: AHEAD }, { state: 'scheduled', at: AHEAD }],
  ['scheduled', { status: 'scheduled', published_at: AHEAD }, { state: 'scheduled', at: AHEAD }],
  ['published without a date', { published_at: null }, { state: 'published', at: PAST }],
  [
    'published without any date',
    { published_at: null, created_at: null },
    draft('The file does not say when it was published'),
  ],
  ['a draft', { status: 'draft' }, draft(null)],
  ['a draft for members', { status: 'draft', visibility: 'members' }, draft(null)],
  [
    'scheduled for a moment that has passed',
    { status: 'scheduled' },
    draft('It was still to be published when the file was made'),
  ],
  [
    'scheduled without a date',
    { status: 'scheduled', published_at: null },
    draft('It was to be published, but the file does not say when'),
  ],
  [
    'scheduled for members',
    { status: 'scheduled', visibility: 'members', published_at: AHEAD },
    draft('Only members could read it'),
  ],
  ['for members', { visibility: 'members' }, draft('Only members could read it')],
  ['for who pays', { visibility: 'paid' }, draft('Only paying members could read it')],
  ['for tiers', { visibility: 'tiers' }, draft('Only some members could read it')],
  ['for a filter', { visibility: 'filter' }, draft('Only some members could read it')],
  ['for whom nobody knows', { visibility: 'founders' }, draft('Who could read it is not known')],
  ['sent', { status: 'sent' }, draft('It was sent as a letter and never stood on the site')],
  ['for mail only', { email_only: true }, draft('It was sent as a letter and never stood on the site')],
  ['of an unknown state', { status: 'archived' }, draft('Its state in the file is not known')],
  ['without a state', { status: '' }, draft('The file does not say whether it was published')],
  ['on a site behind a password', { isSitePrivate: true }, draft('A password stood before the whole site')],
  ['with a part behind a paywall', { isGated: true }, draft('A part of it is for members only')],
])('who may read a story that is %s', (_, access, expected) => {
  expect(publicationOf({ ...open, ...access }, NOW).publication).toEqual(expected)
})
