import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { magazineRecord } from '../../../src/backend/magazine-record.ts'
import { consentVersion } from '../../../src/domain/readers/subscriber.ts'
import { standardTexts } from '../../../src/words/standard-texts.ts'
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

test('a start records the team, and the standard sentences of each language', async () => {
  for (const { form, version, wording } of OURS.consent)
    expect(await wordings(form)).toContainEqual({ version, wording })
})

test('a subscriber keeps the words that the form showed, whatever it says before and after', async () => {
  const form = 'newsletter'
  const wording = standardTexts('en').consent_newsletter
  const version = consentVersion(form, wording)
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

test('only the secret key registers', async () => {
  for (const who of CALLERS) {
    const { error } = await backend.as[who].rpc('register_magazine', { p_magazine: OURS })
    expect(error?.code, who).toBe('42501')
  }
})
