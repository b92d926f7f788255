import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Caller, currentCaller, currentCallIsLong } from '../../supabase/local/http/callers.ts'
import { OPENED_AGAIN } from '../../supabase/local/database/database.ts'
import { openPglite } from '../../supabase/local/database/pglite.ts'

const ENDLESS = 'select count(*) from generate_series(1, 1000000000000)'
/** Statements that take long in other ways, each cancelled where PostgreSQL looks whether it is to stop. */
const LONG = [
  'do $$ begin loop begin perform 1 / 0; exception when others then end; end loop; end $$',
  `select repeat('a', 300) || 'b' ~ '^(.+)(.+)(.+)(.+)\\1\\2\\3\\4$'`,
  'create table more as select generate_series(1, 1000000000000)',
]
/** Cannot be cancelled: the outer block takes up what comes between two runs of the inner one. */
const STUBBORN = `do $$ begin
  loop
    begin
      loop
        begin perform count(*) from generate_series(1, 1000000); exception when query_canceled then end;
      end loop;
    exception when query_canceled then end;
  end loop;
end $$`

let folder: string
let database: Awaited<ReturnType<typeof openPglite>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mantel-thread-'))
  database = await openPglite(folder)
  await database.script('create table chairs (legs int)')
})
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))
afterEach(async () => {
  vi.restoreAllMocks()
  await database.sql('truncate chairs')
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const legs = async () =>
  (await database.sql<{ legs: number }>('select legs from chairs order by 1')).map((row) => row.legs)

/** A transaction of a request that inserts a chair, and then waits for `task`. */
const insertAnd = (
  caller: Caller,
  chair: number,
  task: (run: (text: string) => Promise<unknown>) => Promise<unknown>,
) =>
  currentCaller.run(caller, () =>
    database.connection.kysely.transaction().execute(async (transaction) => {
      await sql`insert into chairs values (${chair})`.execute(transaction)
      await task((text) => sql.raw(text).execute(transaction))
    }),
  )

test.each<Caller>(['visitor', 'signedIn'])(
  'a statement of %s that does not end is cut while others wait; what was committed stays',
  async (caller) => {
    await database.sql('insert into chairs values (4)')
    const cut = insertAnd(caller, 3, (run) => run(ENDLESS)).catch((error: unknown) => error)
    expect(await legs()).toEqual([4])
    expect(await cut).toMatchObject({
      code: '57014',
      message: 'canceling statement due to statement timeout',
    })
    const [settings] = await database.sql(
      `select current_setting('timezone') as zone, current_setting('search_path') as path`,
    )
    expect(settings).toEqual({ zone: 'UTC', path: '"$user", public, extensions' })
  },
)

test.each(LONG)('a late statement is cancelled, and the database stays open: %s', async (statement) => {
  const heard: string[] = []
  await database.listen('publish', (payload) => heard.push(payload))
  await database.sql('insert into chairs values (4)')
  const late = insertAnd('visitor', 3, (run) => run(statement)).catch((error: unknown) => error)
  expect(await legs()).toEqual([4])
  expect(await late).toMatchObject({ code: '57014' })
  await insertAnd('visitor', 5, (run) => run('select 1'))
  expect(await legs()).toEqual([4, 5])
  expect(heard).toEqual([])
  expect(console.error).not.toHaveBeenCalled()
})

test('a statement that goes on although it is cancelled has its thread ended', async () => {
  await database.sql('insert into chairs values (4)')
  const cut = insertAnd('visitor', 3, (run) => run(STUBBORN)).catch((error: unknown) => error)
  expect(await legs()).toEqual([4])
  expect(await cut).toMatchObject({ code: '57014' })
  expect(console.error).toHaveBeenCalledOnce()
})

test('the time in which a statement gets no processor does not count', async () => {
  const used = vi.spyOn(Worker.prototype, 'cpuUsage').mockResolvedValue({ user: 1_900_000, system: 0 })
  const slow = insertAnd('visitor', 3, (run) =>
    run(`do $$ begin while clock_timestamp() < now() + interval '4 s' loop end loop; end $$`),
  )
  expect(await legs()).toEqual([3])
  await slow
  expect(used).toHaveBeenCalled()
})

test('a change of many rows is not cut as early as another request while others wait', async () => {
  await database.sql('insert into chairs values (4)')
  const change = currentCallIsLong.run(true, () =>
    insertAnd('signedIn', 3, (run) => run('select count(*) from generate_series(1, 12000000)')),
  )
  expect(await legs()).toEqual([3, 4])
  await change
})

test('a request that leaves its transaction open loses the session to those who wait', async () => {
  const released = Promise.withResolvers<void>()
  const left = insertAnd('visitor', 3, async (run) => {
    await released.promise
    await run('select 1')
  }).catch((error: unknown) => error)
  expect(await legs()).toEqual([])
  released.resolve()
  expect(await left).toMatchObject({ code: '25P03' })
  expect(await legs()).toEqual([])
})

test('work of the project itself may take longer than a request', async () => {
  const long = database.sql<{ count: number }>('select count(*)::int from generate_series(1, 30000000)')
  const others = legs()
  expect(await long).toEqual([{ count: 30_000_000 }])
  expect(await others).toEqual([])
})

test('listeners go on after the database was opened again, and are told that they may have missed something', async () => {
  const heard: string[] = []
  const stop = await database.listen('publish', (payload) => heard.push(payload))
  await insertAnd('visitor', 3, (run) => run(STUBBORN)).catch(() => undefined)
  await expect.poll(() => heard).toEqual([OPENED_AGAIN])
  await database.sql(`notify publish, 'a story'`)
  await expect.poll(() => heard).toEqual([OPENED_AGAIN, 'a story'])
  await stop()
})

test('a parameter that cannot be sent fails alone', async () => {
  const many = Array.from({ length: 40_000 }, (_, n) => n)
  const statements: [string, unknown[]][] = [
    ['select $1::smallint[]', [true]],
    ['select $1::timestamptz', [1e308]],
    ['select $1::int8[]', [{}]],
    ['select $1::bool', ['yes']],
    ['select $1::text', [{}]],
    [`select ${many.map((n) => `$${n + 1}::int`).join(' + ')}`, many],
  ]
  for (const [text, parameters] of statements) {
    const error: unknown = await database.sql(text, parameters).catch((reason: unknown) => reason)
    expect(error, text.slice(0, 60)).toMatchObject({ code: expect.stringMatching(/^(22P02|54000)$/) })
    expect(await legs()).toEqual([])
  }
  expect(console.error).not.toHaveBeenCalled()
})
