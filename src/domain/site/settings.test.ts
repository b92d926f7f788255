import { describe, expect, test } from 'vitest'
import {
  hookFormSchema,
  settingsDifferences,
  settingsForm,
  settingsFormSchema,
  settingsType,
} from './settings.ts'

const FORM = settingsForm(null)

function problems(change: object): string[] {
  const { error } = settingsFormSchema.safeParse({ ...FORM, ...change })
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('the form', () => {
  test('of a magazine that has set nothing is accepted, and stores nothing for empty links', () => {
    expect(problems({})).toEqual([])
    expect(settingsType.columnsOf(FORM)).toMatchObject({ social_url: null, contact_email: null })
  })

  test('loses blanks around the text', () => {
    const social = { social_label: 'Photographs', social_url: ' https://a.b/c ' }
    const parsed = settingsFormSchema.parse({ ...FORM, site_name: ' Hearth ', ...social })
    expect(parsed).toMatchObject({ site_name: 'Hearth', social_url: 'https://a.b/c' })
  })

  test.each<[change: object, message: string]>([
    [{ site_name: '  ' }, 'site_name: Site name is required'],
    [{ site_name: 'x'.repeat(121) }, 'site_name: Site name must be at most 120 characters'],
    [{ tagline: 'x'.repeat(201) }, 'tagline: Tagline must be at most 200 characters'],
    ...['instagram.com/mantel', 'http://a.b', 'https://', 'https://a.b/ c'].map(
      (social_url): [object, string] => [
        { social_url, social_label: 'Photographs' },
        'social_url: Enter a whole address that begins with https://',
      ],
    ),
    [{ social_url: 'https://a.b', social_label: '' }, 'social_label: Say what the link is called'],
    [{ contact_email: 'hello' }, 'contact_email: Invalid email address'],
  ])('%j: %s', (change, message) => {
    expect(problems(change)).toEqual([message])
  })
})

test('the deploy hook must be an https address', () => {
  const messages = (url: string) => hookFormSchema.safeParse({ url }).error?.issues.map((i) => i.message)
  expect(messages(' https://api.host.example/hooks/1 ')).toBeUndefined()
  expect(messages(' ')).toEqual(['Paste the address of the hook'])
  expect(messages('ftp://host')).toEqual(['Enter a whole address that begins with https://'])
})

test('differences are named in the order of the form', () => {
  expect(settingsDifferences(FORM, FORM)).toEqual([])
  expect(settingsDifferences(FORM, { ...FORM, sign_up_open: false, tagline: 'stay.' })).toEqual([
    'Tagline',
    'Sign-up',
  ])
})
