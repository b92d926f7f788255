import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tryOperation } from '../support/permission-check.ts'
import { type Outcome, OPERATIONS, parsePermissions } from '../support/permission-table.ts'
import { ROW_KINDS } from '../support/row-kinds.ts'
import { type Caller, type Backend, CALLERS, openBackend } from '../support/backend.ts'

// Who may do what with which row. A number is how many rows the request affected, `no` a refusal (42501), `-` a case that
// makes no sense.
const PERMISSIONS = `
#                                                  operation  anon  viewer  contributor  editor  super_admin

own profile                                        select     -     1       1            1       1
                                                   insert     -     no      no           no      no
                                                   update     -     1       1            1       1
                                                   delete     -     no      no           no      no
profile of someone who has published nothing       select     0     0       0            1       1
                                                   insert     no    no      no           no      no
                                                   update     no    0       0            0       1
                                                   delete     no    no      no           no      no
profile of a published author                      select     1     0       0            1       1
                                                   update     no    0       0            0       1
                                                   delete     no    no      no           no      no
role of someone else                               update     no    0       0            0       1

own request for a name                             select     -     1       1            1       1
                                                   insert     -     no      no           no      no
                                                   update     -     no      no           no      no
                                                   delete     -     1       1            1       1
someone's request for a name                       select     no    0       0            1       1
                                                   insert     no    no      no           no      no
                                                   update     no    0       0            0       0
                                                   delete     no    0       0            1       1

proposed person                                    select     no    0       1            1       1
                                                   insert     no    no      1            1       1
                                                   update     no    no      no           no      no
                                                   delete     no    no      no           no      no
author profile                                     select     no    0       1            1       1
                                                   insert     no    no      no           1       1
                                                   update     no    0       0            1       1
                                                   delete     no    0       0            1       1

role of credits                                    select     1     1       1            1       1
                                                   insert     no    no      no           no      1
                                                   update     no    0       0            0       1
                                                   delete     no    0       0            0       1

category                                           select     1     1       1            1       1
                                                   insert     no    no      no           1       1
                                                   update     no    0       0            1       1
                                                   delete     no    0       0            1       1
menu                                               select     1     1       1            1       1
                                                   insert     no    no      no           no      no
                                                   update     no    no      no           no      no
                                                   delete     no    no      no           no      no
section                                            select     1     1       1            1       1
                                                   insert     no    no      no           1       1
                                                   update     no    0       0            1       1
                                                   delete     no    no      no           no      no
tag                                                select     1     1       1            1       1
                                                   insert     no    no      1            1       1
                                                   update     no    0       1            1       1
                                                   delete     no    0       1            1       1

article that is published                          select     1     1       1            1       1
                                                   insert     no    no      no           1       1
                                                   update     no    0       0            1       1
                                                   delete     no    0       0            0       1
article scheduled for later                        select     0     0       1            1       1
                                                   update     no    0       0            1       1
                                                   delete     no    0       0            0       1
own draft                                          select     -     0       1            1       1
                                                   insert     -     no      1            1       1
                                                   update     -     0       1            1       1
                                                   delete     -     0       0            0       1
someone's draft                                    select     0     0       1            1       1
                                                   insert     no    no      no           1       1
                                                   update     no    0       0            1       1
                                                   delete     no    0       0            0       1
own article in review                              select     -     0       1            1       1
                                                   insert     -     no      1            1       1
                                                   update     -     0       1            1       1
                                                   delete     -     0       0            0       1
own article that is published                      select     -     1       1            1       1
                                                   insert     -     no      no           1       1
                                                   update     -     0       0            1       1
                                                   delete     -     0       0            0       1
own draft, to be published                         update     -     0       no           1       1
own draft, to be featured                          update     -     0       no           1       1
own draft, to be given to another author           update     -     0       no           1       1
own draft that is featured                         insert     -     no      no           1       1
                                                   update     -     0       no           1       1
article in the trash                               select     0     0       0            1       1
                                                   update     no    0       0            1       1
                                                   delete     no    0       0            0       1
article, to be moved to the trash                  update     no    0       0            no      1

tag of an article that is published                select     1     1       1            1       1
                                                   insert     no    no      no           1       1
                                                   update     no    no      no           no      no
                                                   delete     no    0       0            1       1
tag of own draft                                   select     -     0       1            1       1
                                                   insert     -     no      1            1       1
                                                   update     -     no      no           no      no
                                                   delete     -     0       1            1       1
tag of someone's draft                             select     0     0       1            1       1
                                                   insert     no    no      no           1       1
                                                   update     no    no      no           no      no
                                                   delete     no    0       0            1       1

working copy of own draft                          select     -     0       1            1       1
                                                   insert     -     no      1            1       1
                                                   update     -     0       1            1       1
                                                   delete     -     0       1            1       1
working copy of own article that is published      select     -     0       0            1       1
                                                   insert     -     no      no           1       1
                                                   update     -     0       0            1       1
                                                   delete     -     0       0            1       1
working copy of someone's draft                    select     no    0       0            1       1
                                                   insert     no    no      no           1       1
                                                   update     no    0       0            1       1
                                                   delete     no    0       0            1       1

template                                           select     no    0       1            1       1
                                                   insert     no    no      no           1       1
                                                   update     no    0       0            1       1
                                                   delete     no    0       0            1       1
tag of a template                                  select     no    0       1            1       1
                                                   insert     no    no      no           1       1
                                                   update     no    no      no           no      no
                                                   delete     no    0       0            1       1

plan of own story                                  select     no    0       1            1       1
                                                   insert     no    no      1            1       1
                                                   update     no    0       1            1       1
                                                   delete     no    0       1            1       1
plan of someone's story                            select     no    0       1            1       1
                                                   insert     no    no      no           1       1
                                                   update     no    0       0            1       1
                                                   delete     no    0       0            1       1
own plan, to be given to someone                   update     no    0       no           1       1
plan of own letter                                 select     no    0       1            1       1
                                                   insert     no    no      1            1       1
                                                   update     no    0       1            1       1
                                                   delete     no    0       1            1       1
plan of someone's letter                           select     no    0       1            1       1
                                                   insert     no    no      no           1       1
                                                   update     no    0       0            1       1
                                                   delete     no    0       0            1       1
task of own plan                                   select     no    0       1            1       1
                                                   insert     no    no      1            1       1
                                                   update     no    0       1            1       1
                                                   delete     no    0       1            1       1
task of someone's plan                             select     no    0       1            1       1
                                                   insert     no    no      no           1       1
                                                   update     no    0       0            1       1
                                                   delete     no    0       0            1       1

front that is live                                 select     no    0       1            1       1
                                                   insert     no    no      no           1       1
                                                   update     no    0       0            23514   23514
                                                   delete     no    0       0            0       0
front that is prepared                             select     no    0       1            1       1
                                                   insert     no    no      no           1       1
                                                   update     no    0       0            1       1
                                                   delete     no    0       0            1       1

own draft of a letter                              select     no    0       1            1       1
                                                   insert     no    no      1            1       1
                                                   update     no    0       1            1       1
                                                   delete     no    0       1            1       1
someone's draft of a letter                        select     no    0       1            1       1
                                                   update     no    0       0            1       1
                                                   delete     no    0       0            1       1
letter that went out                               select     no    1       1            1       1
                                                   update     no    0       0            23514   23514
                                                   delete     no    0       0            0       0
recipient of a letter                              select     no    0       0            1       1
                                                   insert     no    no      no           no      no
                                                   update     no    no      no           no      no
                                                   delete     no    no      no           no      no
how letters are sent                               select     no    0       0            1       1
                                                   insert     no    no      no           no      no
                                                   update     no    0       0            0       1
                                                   delete     no    no      no           no      no
address that gets no letters                       select     no    0       0            1       1
                                                   insert     no    no      no           no      no
                                                   update     no    no      no           no      no
                                                   delete     no    no      no           no      no

thread on a story that is published                select     no    0       1            1       1
                                                   insert     no    no      no           no      no
                                                   update     no    0       1            1       1
                                                   delete     no    0       0            1       1
thread on someone's draft                          select     no    0       1            1       1
                                                   insert     no    no      no           no      no
                                                   update     no    0       1            1       1
                                                   delete     no    0       0            1       1
thread on a story in the trash                     select     no    0       0            1       1
                                                   update     no    0       0            1       1
thread that guests read                            select     no    1       1            1       1
                                                   insert     no    no      no           no      no
                                                   update     no    0       1            1       1
                                                   delete     no    0       0            1       1
thread that guests of a draft would read           select     no    0       1            1       1
note on sending back                               select     no    0       1            1       1
                                                   insert     no    no      no           no      no
thread on someone's draft of a letter              select     no    0       1            1       1
                                                   insert     no    no      no           no      no
                                                   update     no    0       1            1       1
                                                   delete     no    0       0            1       1
thread on a letter that went out                   select     no    0       1            1       1
                                                   update     no    0       1            1       1
own comment on a letter that went out              select     -     0       1            1       1
                                                   insert     no    no      1            1       1
                                                   update     -     0       1            1       1
                                                   delete     -     0       1            1       1
someone's comment on a draft of a letter           select     no    0       1            1       1
                                                   update     no    0       0            0       0
                                                   delete     no    0       0            1       1
own comment on a story that is published           select     -     0       1            1       1
                                                   insert     no    no      1            1       1
                                                   update     -     0       1            1       1
                                                   delete     -     0       1            1       1
own comment on a draft                             select     -     0       1            1       1
                                                   insert     no    no      1            1       1
                                                   update     -     0       1            1       1
                                                   delete     -     0       1            1       1
someone's comment on a story that is published     select     no    0       1            1       1
                                                   update     no    0       0            0       0
                                                   delete     no    0       0            1       1
someone's comment on a draft                       select     no    0       1            1       1
                                                   update     no    0       0            0       0
                                                   delete     no    0       0            1       1
own comment in a thread that guests read           select     -     1       1            1       1
                                                   insert     no    1       1            1       1
                                                   update     -     1       1            1       1
                                                   delete     -     1       1            1       1
someone's comment in a thread that guests read     select     no    1       1            1       1
                                                   update     no    0       0            0       0
                                                   delete     no    0       0            1       1
comment on a story in the trash                    select     no    0       0            1       1
viewer who is a guest                              select     no    0       1            1       1
                                                   insert     no    no      no           1       1
                                                   update     no    no      no           no      no
                                                   delete     no    0       0            1       1
contributor as a guest                             insert     no    no      no           no      no
oneself as a guest                                 select     -     1       1            1       1
                                                   insert     no    no      no           no      no

link to a preview of an own draft                  select     no    0       1            1       1
                                                   insert     no    no      no           no      no
                                                   update     no    no      no           no      no
                                                   delete     no    no      no           no      no
link to a preview of someone's draft               select     no    0       0            1       1
link to a preview of a published story             select     no    0       0            1       1

own notification of a story that is published      select     -     1       1            1       1
                                                   insert     -     no      no           no      no
                                                   update     -     no      no           no      no
                                                   delete     -     no      no           no      no
own notification of someone's draft                select     -     0       1            1       1
own notification of a story in the trash           select     -     0       0            0       0
someone's notification                             select     no    0       0            0       0
                                                   update     no    no      no           no      no
                                                   delete     no    no      no           no      no
own choice of notifications                        select     -     1       1            1       1
                                                   insert     -     1       1            1       1
                                                   update     -     1       1            1       1
                                                   delete     -     no      no           no      no
someone's choice of notifications                  select     no    0       0            0       0
                                                   insert     no    no      no           no      no
                                                   update     no    0       0            0       0
                                                   delete     no    no      no           no      no

revision                                           select     no    0       1            1       1
                                                   insert     no    no      no           no      no
                                                   update     no    no      no           no      no
                                                   delete     no    no      no           no      no
revision of an article in the trash                select     no    0       0            1       1
discarded changes to an article that is published  select     no    0       0            1       1
redirect to an article that is published           select     1     1       1            1       1
                                                   insert     no    no      no           no      no
                                                   update     no    no      no           no      no
                                                   delete     no    0       0            1       1
redirect to a draft                                select     0     0       1            1       1
redirect added by hand                             select     1     1       1            1       1
                                                   insert     no    no      no           1       1
                                                   update     no    no      no           no      no
                                                   delete     no    0       0            1       1

own upload                                         select     -     0       1            1       1
                                                   insert     -     no      1            1       1
                                                   update     -     0       1            1       1
                                                   delete     -     0       0            1       1
someone's upload                                   select     0     0       1            1       1
                                                   insert     no    no      no           no      no
                                                   update     no    0       0            1       1
                                                   delete     no    0       0            1       1
file that a published story names                  select     1     0       1            1       1
                                                   update     no    0       23514        1       1
                                                   delete     no    0       0            PT409   PT409
proposed focus of an upload                        select     no    0       1            1       1
                                                   insert     no    no      no           no      no
                                                   update     no    no      no           no      no
                                                   delete     no    no      no           no      no

page that is published                             select     1     1       1            1       1
                                                   insert     no    no      no           1       1
                                                   update     no    0       0            1       1
                                                   delete     no    0       0            1       1
page that is a draft                               select     0     0       0            1       1
                                                   insert     no    no      no           1       1
                                                   update     no    0       0            1       1
                                                   delete     no    0       0            1       1
font                                               select     1     1       1            1       1
                                                   insert     no    no      no           1       1
                                                   update     no    0       0            1       1
                                                   delete     no    0       0            1       1
global styles                                      select     1     1       1            1       1
                                                   insert     no    no      no           1       1
                                                   update     no    0       0            1       1
                                                   delete     no    no      no           no      no
theme                                              select     1     0       1            1       1
                                                   insert     no    no      no           no      1
                                                   update     no    0       0            0       1
                                                   delete     no    no      no           no      no
branding                                           select     no    0       1            1       1
                                                   insert     no    no      no           no      1
                                                   update     no    0       0            0       1
                                                   delete     no    no      no           no      no
site settings                                      select     1     0       1            1       1
                                                   insert     no    no      no           no      1
                                                   update     no    0       0            0       1
                                                   delete     no    no      no           no      no
deploy settings                                    select     no    0       0            0       1
                                                   insert     no    no      no           no      1
                                                   update     no    0       0            0       1
                                                   delete     no    no      no           no      no

subscriber                                         select     no    0       0            1       1
                                                   insert     1     no      no           no      no
                                                   update     no    0       0            1       1
                                                   delete     no    0       0            0       1
contact message                                    select     no    0       0            1       1
                                                   insert     1     no      no           no      no
                                                   update     no    0       0            1       1
                                                   delete     no    0       0            0       1

import                                             select     no    0       0            0       1
                                                   insert     no    no      no           no      no
                                                   update     no    no      no           no      no
                                                   delete     no    no      no           no      no
run of a backup                                    select     no    0       0            1       1
                                                   insert     no    no      no           no      no
                                                   update     no    no      no           no      no
                                                   delete     no    no      no           no      no
entry of the audit log                             select     no    0       0            0       1
                                                   insert     no    no      no           no      no
                                                   update     no    no      no           no      no
                                                   delete     no    no      no           no      no
build                                              select     no    0       1            1       1
                                                   insert     no    no      no           no      no
                                                   update     no    no      no           no      no
                                                   delete     no    no      no           no      no
publish problem                                    select     no    0       1            1       1
                                                   insert     no    no      no           no      no
                                                   update     no    no      no           no      no
                                                   delete     no    no      no           no      no
event in the outbox                                select     no    0       1            1       1
                                                   insert     no    no      no           no      no
                                                   update     no    no      no           no      no
                                                   delete     no    no      no           no      no
`

const permissions = parsePermissions(PERMISSIONS)

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

describe('who may do what with a row', () => {
  test.for(permissions.map((line) => [`${line.rowKind}: ${line.operation}`, line] as const))(
    '%s',
    async ([, line]) => {
      const found: Partial<Record<Caller, Outcome>> = {}
      for (const caller of CALLERS) {
        found[caller] =
          line.outcomes[caller] === null
            ? null
            : await tryOperation(backend, caller, line.rowKind, line.operation)
      }
      expect(found).toEqual(line.outcomes)
    },
  )
})

// What a viewer's account reads that visitors do not, of tables and by functions that give their rows: their own rows, the
// conversations they were invited to, and what the functions that save need. A new column of any table is read by no viewer
// until it is written here.
const READ_BY_VIEWERS = `
comment_guests (article_id, invited_at, invited_by, profile_id)
comment_threads (article_id, created_at, id, is_internal, is_repeated, kind, letter_id, prefix, quote, resolved_at, resolved_by, subject, suffix)
comments (author_id, body, created_at, edited_at, id, is_internal, mentions, thread_id)
letters (blocks, candidates, content, created_at, created_by, ended_at, from_address, from_name, frozen_at, hold, html, id, plain_text, preview_text, problem, reply_to, send_at, slug, status, subject, topic, updated_at, version)
name_requests (created_at, declined_at, name, profile_id)
notification_choices (choice, kind, profile_id)
notifications (actor_id, article_id, by_mail, comment_id, created_at, due_on, id, kind, letter_id, mail_id, mailed_at, plan_id, read_at, recipient_id, task_id)
profiles (created_at, email, email_confirmed, removed_at, role, updated_at)
`

test('a viewer reads the columns that visitors read, and no other but those listed', async () => {
  const who = { self: backend.id.viewer, other: backend.otherId }
  const columns = await backend.sql<{ table: string; column: string; isPublic: boolean }>(
    `select c.relname as "table", a.attname as "column", has_column_privilege('anon', c.oid, a.attnum, 'select') as "isPublic"
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
     order by a.attname collate "C"`,
  )
  const functions = await backend.sql<{ name: string; table: string }>(
    `select p.proname as name, c.relname as "table" from pg_proc p join pg_class c on c.reltype = p.prorettype
     where p.pronamespace = 'public'::regnamespace and p.pronargs = p.pronargdefaults
       and has_function_privilege('authenticated', p.oid, 'execute')`,
  )
  expect(functions).toContainEqual({ name: 'published_files', table: 'media' })
  const read = new Map<string, Set<string>>()
  for (const kind of Object.values(ROW_KINDS)) {
    const key = await kind.create(backend, who)
    const { data: stored } = await backend.service.from(kind.table).select('*').match(key).maybeSingle()
    for (const { name } of functions.filter(({ table }) => table === kind.table)) {
      const { data } = await backend.as.viewer.rpc(name).select('*').match(key)
      for (const { column, isPublic } of columns.filter(({ table }) => table === kind.table)) {
        const [row] = (data ?? []) as Record<string, unknown>[]
        const value: unknown = Reflect.get((stored ?? {}) as object, column)
        if (row === undefined || isPublic || value === null || row[column] !== value) continue
        read.set(kind.table, (read.get(kind.table) ?? new Set()).add(column))
      }
    }
    for (const { table, column, isPublic } of columns) {
      if (table !== kind.table || isPublic) continue
      const { data } = await backend.as.viewer.from(table).select(column).match(key)
      if (data?.length === 1) read.set(table, (read.get(table) ?? new Set()).add(column))
    }
  }
  const found = [...read].map(([table, names]) => `${table} (${[...names].sort().join(', ')})`)
  expect(found.toSorted()).toEqual(READ_BY_VIEWERS.trim().split('\n'))
})

test('every table is listed with every operation', async () => {
  const tables = await backend.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`,
  )
  const listed = new Set(
    permissions.map(({ rowKind, operation }) => `${ROW_KINDS[rowKind]?.table} ${operation}`),
  )
  const missing = tables.flatMap(({ name }) =>
    OPERATIONS.map((operation) => `${name} ${operation}`).filter((entry) => !listed.has(entry)),
  )
  expect(missing).toEqual([])
})
