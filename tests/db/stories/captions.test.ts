import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { articleFields } from '../../../src/domain/story/article.ts'
import { MAX_CAPTION } from '../../../src/domain/media/caption.ts'
import { type Backend, draft, insertRow, openBackend } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

const save = async (captions: unknown) => {
  const { id } = await insertRow(backend, 'articles', draft())
  return (await backend.as.editor.from('articles').update({ captions }).eq('id', id)).error
}

describe('the captions of a story', () => {
  test.each([[{}], [{ '/a.webp': '' }], [{ '/a.webp': 'x'.repeat(MAX_CAPTION) }]])(
    'may be what the form takes (%#)',
    async (captions) => {
      expect(articleFields.captions.form.safeParse(captions).success).toBe(true)
      expect(await save(captions)).toBeNull()
    },
  )

  test('are refused with the message of the form when one is too long', async () => {
    const captions = { '/a.webp': 'x'.repeat(MAX_CAPTION + 1) }
    const message = articleFields.captions.form.safeParse(captions).error?.issues[0]?.message
    expect(await save(captions)).toMatchObject({ code: '23514', message })
  })

  test.each([[['In May']], ['In May'], [{ '/a.webp': 1 }], [{ '/a.webp': null }]])(
    'are texts by the address of their picture, not %j',
    async (captions) => {
      expect(await save(captions)).toMatchObject({
        code: '23514',
        message: 'Captions must be texts by the address of their picture',
      })
    },
  )
})
