import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ImportError } from '../description.ts'
import { type JsonRow, jsonRows } from './json-rows.ts'

const folder = mkdtempSync(join(tmpdir(), 'ghost-rows-'))

async function rowsOf(source: string | Buffer, read = ['posts', 'settings']): Promise<JsonRow[]> {
  const path = join(folder, 'export.json')
  writeFileSync(path, source)
  return Array.fromAsync(jsonRows(path, new Set(read)))
}

const post = { table: 'posts', index: 0, json: '{"id":1}' }

describe('the rows of an export', () => {
  test.each<[what: string, source: string]>([
    ['in a wrapper', '{"db":[{"meta":{"version":"2"},"data":{"posts":[{"id":1}]}}]}'],
    ['bare', '{"meta":{},"data":{"posts":[{"id":1}]}}'],
    ['without meta', '{"data":{"posts":[{"id":1}]}}'],
    ['in a wrapper that is an object', '{"db":{"data":{"posts":[{"id":1}]}}}'],
    ['in a list', '[{"data":{"posts":[{"id":1}]}}]'],
    ['with a byte order mark and blanks', '\ufeff\r\n { "data" : { "posts" : [ {"id":1} ] } }\n'],
    ['of the first export only', '{"db":[{"data":{"posts":[{"id":1}]}},{"data":{"posts":[{"id":2}]}}]}'],
    [
      'but not of what looks like one elsewhere',
      '{"x":{"data":{"posts":[{"id":2}]}},"data":{"posts":[{"id":1}]}}',
    ],
  ])('%s', async (_, source) => {
    expect(await rowsOf(source)).toEqual([post])
  })

  test('settings may be an object', async () => {
    expect(await rowsOf('{"data":{"settings":{"title":"A"},"posts":null}}')).toEqual([
      { table: 'settings', index: null, json: '{"title":"A"}' },
      { table: 'posts', index: null, json: 'null' },
    ])
  })

  test('of tables that are not asked for come without their content', async () => {
    expect(await rowsOf('{"data":{"keys":[{"secret":"x"},7,"]"]}}')).toEqual(
      [0, 1, 2].map((index) => ({ table: 'keys', index, json: null })),
    )
  })

  test('come whole whatever their texts hold, also over the ends of what is read at once', async () => {
    const posts = Array.from({ length: 3_000 }, (_, id) => ({
      id,
      text: '"\\{[]}é🏺,'.repeat(id % 400),
      more: [[], {}, null, -1.5e3],
    }))
    const rows = await rowsOf(JSON.stringify({ data: { posts } }, null, 1))
    expect(rows.map(({ json }) => JSON.parse(json ?? '') as unknown)).toEqual(posts)
  })

  test('a row of more than 50 MB comes without its content', async () => {
    const rows = await rowsOf(`{"data":{"posts":[{"a":"${'a'.repeat(50_000_000)}"},{"id":1}]}}`)
    expect(rows).toEqual([
      { ...post, json: null },
      { ...post, index: 1 },
    ])
  })
})

describe('a file that cannot be read says why', () => {
  test.each<[what: string, source: string | Buffer, message: string]>([
    ['empty', '', 'The file is empty'],
    ['no JSON', '<!doctype html>', 'The file is no export of Ghost, which begins with {'],
    ['a ZIP', Buffer.from('PK\u0003\u0004'), 'The file is no export of Ghost, which begins with {'],
    [
      'cut off within a row',
      '{"data":\n{"posts":[{"id":1},{"id',
      'The file is cut off: it ends within data.posts[1], in line 2, after 32 bytes. Export it again',
    ],
    [
      'cut off between rows',
      '{"db":[{"data":{"posts":[{"id":1}]',
      'The file is cut off: it ends within db[0].data.posts, in line 1, after 34 bytes. Export it again',
    ],
    [
      'damaged',
      '{"data":{"posts":[{"id":1} {"id":2}]}}',
      'The file is no JSON any more in line 1, after 27 bytes. Export it again',
    ],
    [
      'more than JSON',
      '{"data":{}} {}',
      'The file is no JSON any more in line 1, after 12 bytes. Export it again',
    ],
    [
      'closed wrongly',
      '{"data":{"posts":[{"id":1}}}',
      'The file is no JSON any more in line 1, after 26 bytes. Export it again',
    ],
  ])('%s', async (_, source, message) => {
    await expect(rowsOf(source)).rejects.toThrow(new ImportError(message))
  })
})
