import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attempt } from './support/attempt.ts'
import { OPERATIONS, readLaw } from './support/law.ts'
import type { Outcome } from './support/law.ts'
import { SUBJECTS } from './support/subjects.ts'
import { CALLERS, openWorld } from './support/world.ts'
import type { Caller, World } from './support/world.ts'

// Who may do what with which row. A number is how many rows the request reached, `no` a refusal (42501), `-` a question
// that makes no sense.
const LAW = `
#                                              operation  anon  viewer  contributor  editor  super_admin

own profile                                    select     -     1       1            1       1
                                               insert     -     no      no           no      no
                                               update     -     1       1            1       1
                                               delete     -     no      no           no      no
profile of someone who has published nothing   select     0     0       0            1       1
                                               insert     no    no      no           no      no
                                               update     no    0       0            0       1
                                               delete     no    no      no           no      no
profile of a published author                  select     1     0       0            1       1
                                               update     no    0       0            0       1
                                               delete     no    no      no           no      no
role of someone else                           update     no    0       0            0       1

author profile                                 select     no    0       1            1       1
                                               insert     no    no      no           1       1
                                               update     no    0       0            1       1
                                               delete     no    0       0            1       1

category                                       select     1     1       1            1       1
                                               insert     no    no      no           1       1
                                               update     no    0       0            1       1
                                               delete     no    0       0            1       1
tag                                            select     1     1       1            1       1
                                               insert     no    no      1            1       1
                                               update     no    0       1            1       1
                                               delete     no    0       1            1       1

article that is out                            select     1     1       1            1       1
                                               insert     no    no      no           1       1
                                               update     no    0       0            1       1
                                               delete     no    0       0            0       1
article scheduled for later                    select     0     0       1            1       1
                                               update     no    0       0            1       1
                                               delete     no    0       0            0       1
own draft                                      select     -     0       1            1       1
                                               insert     -     no      1            1       1
                                               update     -     0       1            1       1
                                               delete     -     0       0            0       1
someone's draft                                select     0     0       1            1       1
                                               insert     no    no      no           1       1
                                               update     no    0       0            1       1
                                               delete     no    0       0            0       1
own article in review                          select     -     0       1            1       1
                                               insert     -     no      1            1       1
                                               update     -     0       1            1       1
                                               delete     -     0       0            0       1
own article that is out                        select     -     1       1            1       1
                                               insert     -     no      no           1       1
                                               update     -     0       0            1       1
                                               delete     -     0       0            0       1
own draft, to be published                     update     -     0       no           1       1
own draft, to be featured                      update     -     0       no           1       1
own draft, to be given away                    update     -     0       no           1       1
own draft that is featured                     insert     -     no      no           1       1
                                               update     -     0       no           1       1
article in the bin                             select     0     0       0            1       1
                                               update     no    0       0            1       1
                                               delete     no    0       0            0       1
article, to be put in the bin                  update     no    0       0            no      1

tag of an article that is out                  select     1     1       1            1       1
                                               insert     no    no      no           1       1
                                               update     no    0       0            0       0
                                               delete     no    0       0            1       1
tag of own draft                               select     -     0       1            1       1
                                               insert     -     no      1            1       1
                                               update     -     0       0            0       0
                                               delete     -     0       1            1       1
tag of someone's draft                         select     0     0       1            1       1
                                               insert     no    no      no           1       1
                                               update     no    0       0            0       0
                                               delete     no    0       0            1       1

working copy of own draft                      select     -     0       1            1       1
                                               insert     -     no      1            1       1
                                               update     -     0       1            1       1
                                               delete     -     0       1            1       1
working copy of own article that is out        select     -     0       0            1       1
                                               insert     -     no      no           1       1
                                               update     -     0       0            1       1
                                               delete     -     0       0            1       1
working copy of someone's draft                select     no    0       0            1       1
                                               insert     no    no      no           1       1
                                               update     no    0       0            1       1
                                               delete     no    0       0            1       1

template                                       select     no    0       1            1       1
                                               insert     no    no      no           1       1
                                               update     no    0       0            1       1
                                               delete     no    0       0            1       1
tag of a template                              select     no    0       1            1       1
                                               insert     no    no      no           1       1
                                               update     no    no      no           no      no
                                               delete     no    0       0            1       1

revision                                       select     no    0       1            1       1
                                               insert     no    no      no           no      no
                                               update     no    no      no           no      no
                                               delete     no    no      no           no      no
revision of an article in the bin              select     no    0       0            1       1
discarded changes to an article that is out    select     no    0       0            1       1
redirect to an article that is out             select     1     1       1            1       1
                                               insert     no    no      no           no      no
                                               update     no    no      no           no      no
                                               delete     no    no      no           no      no
redirect to a draft                            select     0     0       1            1       1

own upload                                     select     -     1       1            1       1
                                               insert     -     no      1            1       1
                                               update     -     0       1            1       1
                                               delete     -     0       0            1       1
someone's upload                               select     1     1       1            1       1
                                               insert     no    no      no           no      no
                                               update     no    0       0            1       1
                                               delete     no    0       0            1       1

page that is out                               select     1     1       1            1       1
                                               insert     no    no      no           1       1
                                               update     no    0       0            1       1
                                               delete     no    0       0            1       1
page that is a draft                           select     0     0       0            1       1
                                               insert     no    no      no           1       1
                                               update     no    0       0            1       1
                                               delete     no    0       0            1       1
font                                           select     1     1       1            1       1
                                               insert     no    no      no           1       1
                                               update     no    0       0            1       1
                                               delete     no    0       0            1       1
global styles                                  select     1     1       1            1       1
                                               insert     no    no      no           1       1
                                               update     no    0       0            1       1
                                               delete     no    0       0            0       0
site settings                                  select     1     1       1            1       1
                                               insert     no    no      no           no      1
                                               update     no    0       0            0       1
                                               delete     no    0       0            0       0
deploy settings                                select     no    0       0            0       1
                                               insert     no    no      no           no      1
                                               update     no    0       0            0       1
                                               delete     no    0       0            0       0

subscriber                                     select     no    0       0            1       1
                                               insert     1     no      no           no      no
                                               update     no    0       0            1       1
                                               delete     no    0       0            0       1
contact message                                select     no    0       0            1       1
                                               insert     1     no      no           no      no
                                               update     no    0       0            1       1
                                               delete     no    0       0            0       1

build                                          select     no    0       1            1       1
                                               insert     no    no      no           no      no
                                               update     no    no      no           no      no
                                               delete     no    no      no           no      no
event in the outbox                            select     no    0       1            1       1
                                               insert     no    no      no           no      no
                                               update     no    no      no           no      no
                                               delete     no    no      no           no      no
`

const law = readLaw(LAW)

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

describe('who may do what with a row', () => {
  test.for(law.map((line) => [`${line.subject}: ${line.operation}`, line] as const))(
    '%s',
    async ([, line]) => {
      const found: Partial<Record<Caller, Outcome>> = {}
      for (const caller of CALLERS) {
        found[caller] =
          line.outcomes[caller] === null ? null : await attempt(world, caller, line.subject, line.operation)
      }
      expect(found).toEqual(line.outcomes)
    },
  )
})

test('the law speaks of every table, with every operation', async () => {
  const tables = await world.sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`,
  )
  const spoken = new Set(law.map(({ subject, operation }) => `${SUBJECTS[subject]?.table} ${operation}`))
  const silent = tables.flatMap(({ name }) =>
    OPERATIONS.map((operation) => `${name} ${operation}`).filter((question) => !spoken.has(question)),
  )
  expect(silent).toEqual([])
})
