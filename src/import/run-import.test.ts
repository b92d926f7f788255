import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { MAX_BODY_BYTES } from '../domain/body/limits.ts'
import type { PlannedRow } from './plan/planned.ts'
import type { Plan } from './plan/plan.ts'
import { runImport } from './run-import.ts'

/** What the API of `npm start` takes of the secret key, in bytes. */
const MAX_REQUEST_BYTES = 20 * 1024 * 1024

test('an import of the longest stories asks the database for no more than it takes at once', async () => {
  const requests: { rows: number; bytes: number }[] = []
  const done = Promise.resolve({ error: null })
  const service = {
    from: () => ({ upsert: () => done, update: () => ({ eq: () => done }) }),
    rpc(_name: string, { p_rows }: { p_rows: unknown[] }) {
      requests.push({ rows: p_rows.length, bytes: Buffer.byteLength(JSON.stringify(p_rows)) })
      return Promise.resolve({ data: p_rows.map(() => 'made'), error: null })
    },
  }
  const row = (at: number, text: string): PlannedRow => ({
    ...{
      table: 'articles',
      key: `story ${at}`,
      title: 'Long',
      place: '',
      notes: [],
      values: { content: text },
    },
  })
  const long = '語'.repeat(MAX_BODY_BYTES / 3)
  const rows = [
    ...Array.from({ length: 40 }, (_, at) => row(at, long)),
    ...Array.from({ length: 100 }, (_, at) => row(40 + at, 'short')),
  ]
  const dryRun = {
    items: {},
    rows: { articles: rows.length },
    texts: [],
    others: [],
    leftOut: [],
    merged: [],
  }
  const outcome = await runImport({
    service: service as unknown as SupabaseClient,
    plan: {
      source: 'https://old.example',
      choices: {},
      pictures: () => [],
      rows: () => rows,
    } as unknown as Plan,
    magazine: { media: [] } as never,
    pictures: { folder: null, zip: null, readBeside: () => Promise.resolve(null), absolute: String },
    ...{ format: 'WordPress', file: { name: 'old.xml', digest: '1' }, dryRun, onProgress: () => undefined },
  })
  expect(outcome.tables.articles?.made).toBe(140)
  expect(Math.max(...requests.map(({ bytes }) => bytes))).toBeLessThan(MAX_REQUEST_BYTES / 2)
  expect(requests.length).toBeLessThan(20)
})
