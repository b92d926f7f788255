import { describe, expect, test } from 'vitest'
import { replyLink } from './messages-screen.tsx'

const message = {
  name: 'Oskar Lindgren',
  email: 'oskar@example.org',
  subject: 'The oak & the ash?',
  message: 'First line\n\nSecond line',
  created_at: new Date(2026, 10, 14, 8, 5).toISOString(),
}

function read(link: string) {
  const url = new URL(link)
  return { to: url.pathname, subject: url.searchParams.get('subject'), body: url.searchParams.get('body') }
}

describe('the link that answers a message', () => {
  test('goes to its sender, keeps the subject and quotes the text line by line', () => {
    expect(read(replyLink(message))).toEqual({
      to: 'oskar@example.org',
      subject: 'Re: The oak & the ash?',
      body: 'Dear Oskar Lindgren,\r\n\r\n\r\n\r\nOn 14 Nov 2026, 08:05 you wrote:\r\n> First line\r\n>\r\n> Second line',
    })
  })

  test('has a subject in any case, and only one Re:', () => {
    expect(read(replyLink({ ...message, subject: null })).subject).toBe('Re: Your message')
    expect(read(replyLink({ ...message, subject: 'RE: Oak' })).subject).toBe('RE: Oak')
  })

  test('lets an address name nothing but itself', () => {
    const link = replyLink({ ...message, email: 'a?cc=b@evil.example&x' })
    expect(new URL(link).searchParams.get('cc')).toBeNull()
  })

  test('cuts a long text, never through a letter', () => {
    const body = read(replyLink({ ...message, message: '🪑'.repeat(5000) })).body ?? ''
    expect(body).toMatch(/> (🪑){1200} \[…\]$/u)
  })
})
