import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { magazineRecord } from '../../../src/domain/site/magazine-record.ts'
import { consentVersion } from '../../../src/domain/readers/subscriber.ts'
import { CONSENT } from '../../../src/magazine/consent.ts'
import { type Backend, CALLERS, openBackend } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

const OURS = magazineRecord()
const register = async (change: Partial<typeof OURS> = {}) => {
  const { error } = await backend.service.rpc('register_magazine', { p_magazine: { ...OURS, ...change } })
  expect(error).toBeNull()
}
beforeEach(() => register())

const wordings = (form: string) =>
  backend.sql<{ version: string; wording: string }>(
    'select version, wording from private.consent_wordings where form = $1',
    [form],
  )

/** A sign-up by the newsletter form whose page shows this version of its wording. */
async function signUp(email: string, consent_version: string) {
  const row = { email, consent_version, preferences: {}, source_page: '/' }
  expect((await backend.as.anon.from('subscribers').insert(row)).error).toBeNull()
  const [found] = await backend.sql<{ consent_version: string; consent_wording: string }>(
    'select consent_version, consent_wording from public.subscribers where email = $1',
    [email],
  )
  return found
}

test('a start records what src/magazine says', async () => {
  for (const { form, version, wording } of OURS.consent)
    expect(await wordings(form)).toContainEqual({ version, wording })
  expect(await backend.sql('select name, addresses from private.team order by name')).toEqual(
    OURS.team.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  )
  const sections = await backend.sql<{ slug: string }>(
    'select slug from private.reserved_page_slugs where is_section',
  )
  expect(sections.map(({ slug }) => slug).toSorted()).toEqual(OURS.sections.toSorted())
})

test('a subscriber keeps the words that the form showed, whatever it says before and after', async () => {
  const form = 'newsletter'
  const version = consentVersion(form)
  const wording = CONSENT[form]
  const reworded: (typeof OURS.consent)[number] = {
    version: 'newsletter-0000abcd',
    form,
    wording: 'One letter a month, nothing else.',
  }
  await register({ consent: [reworded] })
  expect(await signUp('new@example.com', reworded.version)).toMatchObject({
    consent_wording: reworded.wording,
  })
  // A page of before, still open somewhere.
  expect(await signUp('old@example.com', version)).toEqual({
    consent_version: version,
    consent_wording: wording,
  })
  await register()
  expect(await wordings(form)).toContainEqual({ version: reworded.version, wording: reworded.wording })
})

test('who left the team gives up name and address, and who joined it has them', async () => {
  await register({ team: [{ name: 'Vera Lind', addresses: ['/author/vera-lind'] }] })
  const redirect = (old_slug: string) =>
    backend.as.editor.from('slug_redirects').insert({ old_slug, target: '/browse' })
  expect((await redirect('author/vera-lind')).error?.code).toBe('23514')
  expect((await redirect('author/ines-abril')).error).toBeNull()
  expect(await backend.sql('select private.team_names() as names')).toEqual([{ names: ['Vera Lind'] }])
})

test('the address of a former section is free for a page, the address of a new one is not', async () => {
  await register({ sections: ['workshops'] })
  const add = (slug: string) => backend.as.editor.from('pages').insert({ title: 'A page', slug })
  expect((await add('workshops')).error?.code).toBe('23514')
  expect((await add('guides-tips')).error).toBeNull()
  expect((await add('browse')).error?.code).toBe('23514')
})

test('only the secret key registers', async () => {
  for (const who of CALLERS) {
    const { error } = await backend.as[who].rpc('register_magazine', { p_magazine: OURS })
    expect(error?.code, who).toBe('42501')
  }
})
