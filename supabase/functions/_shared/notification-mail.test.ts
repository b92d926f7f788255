import { expect, test } from 'vitest'
import { DEFAULT_CALENDAR } from '../../../src/domain/text/calendar.ts'
import type { NotificationLine } from '../../../src/domain/newsroom/notification.ts'
import { STANDARD_THEME } from '../../../src/domain/theme/theme.ts'
import { notificationMail } from './notification-mail.ts'

const line = (more: Partial<NotificationLine> = {}): NotificationLine => ({
  ids: ['1'],
  kind: 'commented',
  actor: 'Mina Falk',
  actor_confirmed: true,
  actors: 1,
  article_id: 'story',
  letter_id: null,
  plan_id: null,
  thread_id: 'thread',
  title: 'The green room',
  tasks: [],
  is_whole: true,
  due_on: null,
  words: 'Which street is it?',
  may_edit: true,
  created_at: '2026-11-14T08:00:00Z',
  read_at: null,
  ...more,
})

const MAIL = {
  siteName: 'Mantel',
  colours: STANDARD_THEME.light,
  siteUrl: 'https://mantel.example',
  id: 'mail',
  calendar: DEFAULT_CALENDAR,
}
const mailWith = (...lines: NotificationLine[]) => notificationMail({ ...MAIL, lines })

test('says in its subject what happened, and leads there', () => {
  const mail = mailWith(line())
  expect(mail.subject).toBe('Mina Falk commented on The green room')
  expect(mail.link).toBe('https://mantel.example/admin/articles/story/edit?thread=thread')
  expect(mail.text).toBe(
    [
      `Mina Falk commented on The green room\nWhich street is it?\n${mail.link}`,
      'A mail comes at once when your story is sent back or a comment mentions you; otherwise at most one in an hour. Choose what you are told: https://mantel.example/admin/account',
    ].join('\n\n'),
  )
  expect(mail.headers['Message-ID']).toBe('<mail@mantel.example>')
})

test('has the colours of the theme', () => {
  const colours = { ...STANDARD_THEME.light, paper: '#fff8e7', link: '#7a1fa8', soft: '#5a5148' }
  const { html } = notificationMail({ ...MAIL, colours, lines: [line()] })
  for (const colour of [colours.paper, colours.link, colours.soft]) expect(html).toContain(colour)
  expect(html).not.toContain(STANDARD_THEME.light.paper)
})

test('has no name that no editor has confirmed', () => {
  const mail = mailWith(line({ actor: 'Judith Amsel', actor_confirmed: false }))
  expect(mail.subject).toBe('Somebody commented on The green room')
  expect(`${mail.text}${mail.html}`).not.toContain('Judith')
})

test('has several lines, each with its link, and leads to the admin', () => {
  const due = line({ kind: 'due', actor: null, plan_id: 'plan', due_on: '2026-11-14', words: null })
  const mail = mailWith(line(), due)
  expect(mail.subject).toBe('Mina Falk commented on The green room and 1 more')
  expect(mail.link).toBe('https://mantel.example/admin')
  expect(mail.html).toContain('href="https://mantel.example/admin/plan?plan=plan"')
  expect(mail.text).toContain('Due on 14 Nov: The green room')
})

test('has at most 30 lines, and says how many more there are', () => {
  const mail = mailWith(...Array.from({ length: 33 }, () => line()))
  expect(mail.text.match(/commented on/g)).toHaveLength(30)
  expect(mail.text).toContain('3 more are in the bell.')
})

test('takes what colleagues typed as text', () => {
  const mail = mailWith(line({ title: '<img src=x>\r\nBcc: a@b.example', words: '<b>&</b>', actor: '"><i>' }))
  expect(mail.html).not.toMatch(/<img|<b>|<i>/)
  expect(mail.subject).not.toMatch(/[\r\n]/)
})
