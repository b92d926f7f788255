import { expect, test } from 'vitest'
import { Body } from '../../../writing/body.ts'
import { type EditorForm, blankForm } from './form.ts'
import { type EditorServer, EditingSession } from './session.ts'
import { openingState, SaveFailure } from './state.ts'
import type { ArticleRecord, SavedArticle } from './article-record.ts'

const AT = '2026-11-14T09:41:27.000Z'
const form = (html: string): EditorForm => ({ ...blankForm('me'), title: 'A bath', slug: 'a-bath', html })

function text(status: SavedArticle['status'], html: string, version = 1): ArticleRecord {
  const times = { published_at: status === 'published' ? AT : null, created_at: AT, updated_at: AT }
  return {
    article: { id: 'a1', version, status, ...times, content: { html }, form: form(html) },
    workingCopy: null,
  }
}

/** A session of an article, and the requests to its server: each save's place and body. */
function openSession(opened: ArticleRecord, theirs = opened, reachable = true) {
  const told: string[] = []
  let { article } = theirs
  const answer = <T>(line: string, make: () => T): Promise<T> => {
    if (!reachable) return Promise.reject(new SaveFailure('network', ''))
    told.push(line)
    return Promise.resolve().then(make)
  }
  const none = () => Promise.reject(new Error('not asked for here'))
  const server: EditorServer = {
    create: none,
    findCreated: none,
    update: ({ version, article: patch }) =>
      answer(`article ${patch.content?.html ?? ''}`, () => {
        if (version !== article.version) throw new SaveFailure('conflict', '')
        return (article = { ...article, version: version + 1 })
      }),
    saveCopy: ({ version, baseVersion, base, form: saved }) =>
      answer(`copy ${saved.html ?? ''}`, () => ({
        ...{ version: (version ?? 0) + 1, base_version: baseVersion, base, form: saved },
        ...{ updated_at: AT, updated_by: 'me' },
      })),
    dropCopy: () => answer('drop', () => undefined),
    load: () => answer('load', () => theirs),
  }
  const session = new EditingSession({
    afterPaint: (run) => setTimeout(run, 16),
    ...{ opening: openingState(opened, 'me'), userId: 'me', server, sessionId: 'this', newId: () => 'new' },
    recovers: true,
    openSessions: () => Promise.resolve(new Set()),
    onScreen: () => undefined,
    drafts: {
      list: () => Promise.resolve([]),
      put: () => Promise.resolve(),
      remove: () => Promise.resolve(),
    },
  })
  return { session, told }
}

const OLD = form('<p>Old</p>')

test('what was typed is saved before an older version takes its place', async () => {
  const { session, told } = openSession(text('draft', '<p>Stored</p>'))
  session.dispatch({ type: 'edit', patch: { body: new Body('<p>Typed</p>') } })
  expect(await session.restoreVersion(OLD)).toBe(true)
  expect(told).toEqual(['article <p>Typed</p>', 'article <p>Old</p>'])
  expect(session.state.form.body?.html).toBe('<p>Old</p>')
})

test('of a published article the restore waits for Update, and its unpublished changes are discarded into the history', async () => {
  const { session, told } = openSession(text('published', '<p>Live</p>'))
  session.dispatch({ type: 'edit', patch: { body: new Body('<p>Waiting</p>') } })
  expect(await session.restoreVersion(OLD)).toBe(true)
  expect(told).toEqual(['copy <p>Waiting</p>', 'drop', 'copy <p>Old</p>'])
  expect(session.state.saved?.form.html).toBe('<p>Live</p>')
})

test('nothing is restored while the text on the screen cannot be saved', async () => {
  const { session } = openSession(text('draft', '<p>Stored</p>'), undefined, false)
  session.dispatch({ type: 'edit', patch: { body: new Body('<p>Typed</p>') } })
  expect(await session.restoreVersion(OLD)).toBe(false)
  expect(session.state.form.body?.html).toBe('<p>Typed</p>')
})

test('a text that somebody saved in the meantime is not wiped: the writer is asked', async () => {
  const theirs = text('draft', '<p>Theirs</p>', 2)
  const { session, told } = openSession(text('draft', '<p>Stored</p>'), theirs)
  expect(await session.restoreVersion(OLD)).toBe(true)
  expect(told).toEqual(['article <p>Old</p>', 'load'])
  expect(session.state.save).toMatchObject({ kind: 'conflict', isPrompting: true })
})
