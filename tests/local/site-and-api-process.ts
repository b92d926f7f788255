/** A site of one page and a local Supabase, as `npm start` runs them. Prints their addresses and the keys as JSON. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStaticServer } from '../../src/publisher/server/static-server.ts'
import { startStackInThread } from '../../supabase/local/stack-in-thread.ts'

const folder = await mkdtemp(join(tmpdir(), 'mantel-site-'))
await writeFile(join(folder, 'index.html'), '<!doctype html><title>A page</title>')
const site = await startStaticServer(folder, 0, null, { siteUrl: 'http://localhost' })
const siteUrl = `http://127.0.0.1:${site.port}`
const stack = await startStackInThread({ port: 0, dataDir: process.argv[2] ?? '', siteUrl })
await stack.sql(
  `insert into public.articles (title, slug, content)
   select 'Chair ' || n, 'chair-' || n, jsonb_build_object('html', repeat('a b ', 5000)) from generate_series(1, 300) n`,
)
// What a visitor may do here takes any time, or leaves something behind.
await stack.sql(
  `create function public.count_long(p_rows bigint) returns bigint language sql as $$
     select count(*) from generate_series(1, p_rows) $$`,
)
await stack.sql(
  `create function public.leave_open() returns void language plpgsql as $$
     begin perform set_config('statement_timeout', '1', false); raise exception 'left open'; end $$`,
)
await stack.sql(
  `create function public.lock_articles() returns bigint language plpgsql security definer as $$
     begin
       lock table public.articles in access exclusive mode;
       return public.count_long(1000000000000);
     end $$`,
)
await stack.sql('grant execute on all functions in schema public to anon, authenticated')
await stack.sql(`notify pgrst, 'reload schema'`)
const { url, publishableKey, secretKey } = stack
process.send?.({ url, publishableKey, secretKey, siteUrl })
