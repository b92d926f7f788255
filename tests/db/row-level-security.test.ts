import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tryOperation } from './support/permission-check.ts'
import { type Outcome, OPERATIONS, parsePermissions } from './support/permission-table.ts'
import { ROW_KINDS } from './support/row-kinds.ts'
import { type Caller, type Backend, CALLERS, openBackend } from './support/backend.ts'

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
site settings                                      select     1     1       1            1       1
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
