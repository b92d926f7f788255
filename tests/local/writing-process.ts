/** Inserts numbers, one per transaction, and reports each committed one, until it is killed. */
import { startStack } from '../../supabase/local/stack.ts'

const stack = await startStack({ port: 0, dataDir: process.argv[2] ?? '', siteUrl: 'http://localhost:4321' })
await stack.sql('create table if not exists public.written (n int primary key)')
const [row] = await stack.sql<{ last: number }>('select coalesce(max(n), 0)::int as last from public.written')
for (let n = (row?.last ?? 0) + 1; ; n++) {
  await stack.sql('insert into public.written values ($1)', [n])
  process.send?.(n)
  await new Promise(setImmediate)
}
