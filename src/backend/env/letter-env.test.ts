import { expect, test } from 'vitest'
import { readLetterEnv } from './letter-env.ts'

const from = { MAIL_FROM: 'letters@magazine.example' }

test('the first of provider, mail server and local mailbox that is set sends letters', () => {
  const smtp = { ...from, SMTP_HOST: 'mail.magazine.example' }
  expect(
    readLetterEnv('http://127.0.0.1/mail', { ...smtp, RESEND_API_KEY: 're_1', POSTMARK_TOKEN: 't' }).adapter,
  ).toBe('resend')
  expect(readLetterEnv(null, { ...smtp, POSTMARK_TOKEN: 't' })).toMatchObject({
    adapter: 'postmark',
    stream: 'broadcast',
  })
  expect(readLetterEnv('http://127.0.0.1/mail', smtp)).toMatchObject({
    adapter: 'smtp',
    port: 465,
    dkim: null,
  })
  expect(readLetterEnv('http://127.0.0.1/mail', {}).adapter).toBe('mailbox')
  expect(readLetterEnv(null, {}).adapter).toBe('none')
})

test('what is missing or wrong is named', () => {
  const smtp = { ...from, SMTP_HOST: 'mail.magazine.example' }
  expect(() => readLetterEnv(null, { RESEND_API_KEY: 're_1' })).toThrow('MAIL_FROM is not set')
  expect(() => readLetterEnv(null, { ...smtp, DKIM_PRIVATE_KEY: 'abc' })).toThrow(
    'DKIM_PRIVATE_KEY must be a private key',
  )
  const key = '-----BEGIN PRIVATE KEY-----\\nabc\\n-----END PRIVATE KEY-----'
  expect(() => readLetterEnv(null, { ...smtp, DKIM_PRIVATE_KEY: key })).toThrow('DKIM_SELECTOR is not set')
  expect(readLetterEnv(null, { ...smtp, DKIM_PRIVATE_KEY: key, DKIM_SELECTOR: 's1' })).toMatchObject({
    dkim: { selector: 's1', privateKey: '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----' },
  })
})
