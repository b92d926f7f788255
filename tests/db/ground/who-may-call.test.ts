import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../../supabase/local/stack.ts'
import { enrolled } from '../../support/database/second-factor.ts'
import { client, PASSWORD, signedIn, startTestStack } from '../../support/database/test-stack.ts'
import { insertRow, published } from '../support/backend.ts'

// What each function of the API answers, where one story is published, to a caller who names nothing that exists: `no`
// refused (42501), `-` answered with nothing (null, false, 0, no rows), `yes` answered with something, otherwise the code of
// the error. `guest` is a viewer whom an editor invited to the comments on that story, and names it: ids, and the
// `article_id` of JSON, are its. `removed` is a contributor whose account was removed while the access token goes on, `factor`
// an editor whose session lacks the second factor. Which rows a function reads and writes is told by the policies
// (row-level-security.test.ts) and by its own tests.
const ANSWERS = `
#                                  anon    viewer  guest   contributor  editor  super_admin  removed  factor
add_archive_lines                  no      no      no      no           no      no           no       no
announce_actor                     no      no      no      no           no      no           no       no
announce_own_change                no      -       -       -            -       -            -        -
announce_removal                   no      no      no      no           no      no           no       no
begin_build                        no      no      no      no           no      no           no       no
begin_export                       no      no      no      no           no      no           no       no
begin_letter_slice                 no      no      no      no           no      no           no       no
begin_magazine                     no      no      no      no           no      PT409        no       no
bulk_change                        no      22023   22023   22023        22023   22023        22023    22023
can_write_article                  no      -       -       -            yes     yes          -        -
cancel_letter                      no      no      no      no           PT404   PT404        no       no
check_restore                      no      no      no      no           no      no           no       no
claim_letter_mails                 no      no      no      no           no      no           no       no
claim_mail                         no      no      no      no           no      no           no       no
confirm_person                     no      no      no      no           PT404   PT404        no       no
count_articles                     no      -       -       -            -       -            -        -
count_left_letter                  no      no      no      no           no      no           no       no
count_link_check                   no      no      no      no           no      no           no       no
count_open_articles                no      -       -       -            -       -            -        -
count_open_threads                 no      -       -       -            -       -            -        -
count_reading                      -       no      no      no           no      no           no       no
count_stories_of                   no      -       -       -            -       -            -        -
count_unread_notifications         no      -       -       -            -       -            -        -
count_view                         -       no      no      no           no      no           no       no
create_preview_link                no      no      no      no           no      no           no       no
credit_account                     no      no      no      no           -       -            no       no
current_role_name                  no      yes     yes     yes          yes     yes          -        -
decline_name                       no      no      no      no           PT409   PT409        no       no
delete_media                       no      no      no      no           PT404   PT404        no       no
describe_archive                   no      no      no      no           no      no           no       no
due_letters                        no      no      no      no           no      no           no       no
end_archive                        no      no      no      no           no      no           no       no
end_own_sessions                   no      -       -       -            -       -            -        no
erase_subscriber                   no      no      no      no           no      PT404        no       no
find_stories                       yes     yes     yes     yes          yes     yes          yes      yes
find_titles                        yes     yes     yes     yes          yes     yes          yes      yes
finish_build                       no      no      no      no           no      no           no       no
finish_letter_mails                no      no      no      no           no      no           no       no
finish_mail                        no      no      no      no           no      no           no       no
finish_restore                     no      no      no      no           no      no           no       no
free_letter_slug                   no      no      no      no           no      no           no       no
freeze_letter                      no      no      no      no           no      no           no       no
get_accounts_with_factor           no      -       -       -            -       yes          -        -
get_article_counts                 no      yes     yes     yes          yes     yes          yes      yes
get_audit_actors                   no      -       -       -            -       yes          -        -
get_author_names                   -       -       -       yes          yes     yes          -        -
get_author_sync                    no      no      no      no           -       -            no       no
get_branding                       -       -       -       -            -       -            -        -
get_build_hook_call                no      -       -       -            -       -            -        -
get_calendar                       no      no      no      no           no      no           no       no
get_clock                          no      yes     yes     yes          yes     yes          yes      yes
get_colleagues                     no      -       -       yes          yes     yes          -        -
get_comment_people                 no      -       yes     -            -       -            -        -
get_dashboard_counts               no      yes     yes     yes          yes     yes          yes      yes
get_demo_content                   no      no      no      no           no      yes          no       no
get_fact_labels                    no      -       -       -            -       -            -        -
get_letters                        -       -       -       -            -       -            -        -
get_live_fronts                    -       -       -       -            -       -            -        -
get_mailing_list                   no      no      no      no           -       -            no       no
get_missing_factor                 no      yes     yes     yes          yes     yes          yes      yes
get_name_questions                 no      -       -       -            -       -            -        -
get_notification_choices           no      yes     yes     yes          yes     yes          yes      yes
get_notifications                  no      -       -       -            -       -            -        -
get_people_hints                   no      -       -       -            -       -            -        -
get_public_author_profiles         -       -       -       -            -       -            -        -
get_publish_numbers                no      no      no      no           yes     yes          no       no
get_publish_state                  no      -       -       -            -       -            -        -
get_reading_numbers                no      no      no      no           yes     yes          no       no
get_readings                       no      no      no      no           -       -            no       no
get_redirect_targets               no      -       -       -            -       -            -        -
get_story_numbers                  no      no      no      no           yes     yes          no       no
get_subscriber_data                no      -       -       -            -       -            -        -
get_subscriber_mail_state          no      no      no      no           yes     yes          no       no
get_subscriber_numbers             no      no      no      no           yes     yes          no       no
get_subscriber_overview            no      yes     yes     yes          yes     yes          yes      yes
get_undo_token                     no      no      no      no           no      no           no       no
get_waiting                        no      -       -       -            -       -            -        -
hold_letter                        no      no      no      no           PT404   PT404        no       no
hold_letter_for_problem            no      no      no      no           no      no           no       no
index_restored_stories             no      no      no      no           no      no           no       no
is_media_published                 no      -       -       -            -       -            -        -
leave_letter                       no      no      no      no           no      no           no       no
letter_audience                    no      no      no      no           yes     yes          no       no
letter_numbers                     no      no      no      no           yes     yes          no       no
letter_sender_state                no      no      no      yes          yes     yes          no       no
lift_suppression                   no      no      no      no           PT404   PT404        no       no
list_article_revisions             no      -       -       -            -       -            -        -
list_media_without_focus_proposal  no      no      no      no           no      no           no       no
list_own_sessions                  no      yes     yes     yes          yes     yes          -        -
log_export                         no      no      no      no           -       -            no       no
may_preview                        no      -       -       -            -       -            -        -
media_totals                       no      yes     yes     yes          yes     yes          yes      yes
media_usage                        no      -       -       -            -       -            -        -
merge_people                       no      no      no      no           23514   23514        no       no
merge_tags                         no      no      no      23514        23514   23514        no       no
must_ask_for_name                  no      -       -       -            -       -            -        -
needs_sender_check                 no      no      no      no           no      no           no       no
note_demo_settings                 no      no      no      no           no      no           no       no
offer_first_account                no      no      no      no           no      no           no       no
open_preview                       no      no      no      no           no      no           no       no
open_subscriber_link               no      no      no      no           no      no           no       no
order_sections                     no      no      no      no           -       -            no       no
order_team                         no      no      no      no           -       -            no       no
predict_change                     no      no      no      no           22023   22023        no       no
preview_story                      no      no      no      no           no      no           no       no
published_files                    no      -       -       -            -       -            -        -
read_export                        no      no      no      no           no      no           no       no
read_notifications                 no      -       -       -            -       -            -        -
record_letter_adapter              no      no      no      no           no      no           no       no
record_mail_event                  no      no      no      no           no      no           no       no
record_readers                     no      no      no      no           no      no           no       no
register_magazine                  no      no      no      no           no      no           no       no
release_publisher_lease            no      no      no      no           no      no           no       no
remove_person_without_account      no      no      no      no           no      no           no       no
remove_section                     no      no      no      no           PT404   PT404        no       no
renew_calendar_token               no      no      no      yes          yes     yes          no       no
renew_publisher_lease              no      no      no      no           no      no           no       no
replace_media                      no      no      no      no           PT404   PT404        no       no
request_subscriber_mail            no      no      no      no           no      no           no       no
restore_section                    no      no      no      no           PT404   PT404        no       no
resume_letter                      no      no      no      no           PT404   PT404        no       no
revoke_preview_link                no      no      no      no           no      no           no       no
save_article                       no      PT404   no      PT404        PT404   PT404        PT404    PT404
save_front                         no      PT404   PT404   PT404        PT404   PT404        PT404    PT404
save_letter                        no      PT404   PT404   PT404        PT404   PT404        PT404    PT404
save_menu                          no      no      no      no           PT409   PT409        no       no
save_page                          no      PT404   PT404   PT404        PT404   PT404        PT404    PT404
save_plan                          no      22023   22023   22023        22023   22023        22023    22023
save_section                       no      PT404   PT404   PT404        PT404   PT404        PT404    PT404
save_template                      no      PT404   PT404   PT404        PT404   PT404        PT404    PT404
schedule_letter                    no      no      no      no           PT404   PT404        no       no
send_back                          no      no      no      no           PT409   PT409        no       no
set_first_calendar                 no      no      no      no           no      23514        no       no
set_public_name                    no      no      no      no           PT404   PT404        no       no
set_publish_problems               no      no      no      no           no      no           no       no
set_task_done                      no      no      no      no           no      no           no       no
slug_taken                         no      -       -       -            -       -            -        -
slugify                            -       -       -       -            -       -            -        -
start_story                        no      no      no      no           no      no           no       no
start_thread                       no      no      23514   no           no      no           no       no
subscriber_preferences             no      no      no      no           no      no           no       no
suppress_address                   no      no      no      no           23514   23514        no       no
take_first_account                 no      no      no      no           no      no           no       no
take_over_letter_claims            no      no      no      no           no      no           no       no
take_publisher_lease               no      no      no      no           no      no           no       no
undo_import                        no      no      no      no           no      no           no       no
undo_unsubscribe                   no      no      no      no           no      no           no       no
unschedule_letter                  no      no      no      no           PT404   PT404        no       no
unsubscribe                        no      no      no      no           no      no           no       no
write_imported_rows                no      no      no      no           no      no           no       no
`

const CALLERS = [
  'anon',
  'viewer',
  'guest',
  'contributor',
  'editor',
  'super_admin',
  'removed',
  'factor',
] as const

let stack: Stack
let guestsValues: Record<string, unknown>
const as = {} as Record<(typeof CALLERS)[number], SupabaseClient>
beforeAll(async () => {
  stack = await startTestStack()
  as.anon = client(stack)
  for (const role of ['viewer', 'contributor', 'editor', 'super_admin'] as const) {
    as[role] = (await signedIn(stack, role)).client
  }
  const guest = await signedIn(stack, 'viewer', 'guest@mantel.example')
  as.guest = guest.client
  const { id: article_id } = await insertRow(stack, 'articles', published())
  await insertRow(stack, 'comment_guests', { article_id, profile_id: guest.id })
  const { id: thread_id } = await insertRow(stack, 'comment_threads', { article_id, kind: 'story' })
  await insertRow(stack, 'comments', { thread_id, author_id: guest.id, body: 'A' })
  guestsValues = { ...VALUES, uuid: article_id, jsonb: { article_id, kind: 'story' } }
  const removed = await signedIn(stack, 'contributor', 'removed@mantel.example')
  await client(stack, stack.secretKey)
    .from('articles')
    .insert({ title: 'A', slug: 'a', author_id: removed.id })
  await stack.sql('delete from auth.users where id = $1::uuid', [removed.id])
  as.removed = removed.client
  const email = 'factor@mantel.example'
  await enrolled((await signedIn(stack, 'editor', email)).client)
  as.factor = client(stack)
  await as.factor.auth.signInWithPassword({ email, password: PASSWORD })
})
afterAll(() => stack.stop())

/** A value of a type that names nothing. */
const VALUES: Record<string, unknown> = {
  boolean: false,
  date: '2026-01-05',
  integer: 1,
  bigint: 1,
  jsonb: {},
  text: '',
  uuid: '2f1a8f9e-5b67-4c6e-9d0a-1f2e3d4c5b6a',
  'timestamp with time zone': '2026-01-05T10:00:00Z',
  'text[]': [],
  'uuid[]': [],
  'bigint[]': [],
  'public.notification_kind[]': [],
}

test('each function answers each caller as listed', async () => {
  const functions = await stack.sql<{ name: string; args: Record<string, string> }>(
    `select p.proname as name, coalesce((
       select jsonb_object_agg(p.proargnames[at], format_type(p.proargtypes[at - 1], null))
       from generate_series(1, p.pronargs - p.pronargdefaults) at), '{}') as args
     from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
       -- has_role takes any number of arguments, which the API cannot pass.
       and p.provariadic = 0
       -- A function of a row is a column of its table.
       and not exists (select 1 from unnest(p.proargtypes) type join pg_type t on t.oid = type where t.typtype = 'c')
     order by p.proname`,
  )
  const lines: string[] = []
  for (const { name, args } of functions) {
    const answers: string[] = []
    for (const caller of CALLERS) {
      const values = caller === 'guest' ? guestsValues : VALUES
      const given = Object.entries(args).map(([key, type]) => [key, values[type]] as const)
      answers.push(await answerOf(as[caller].rpc(name, Object.fromEntries(given))))
    }
    lines.push([name, ...answers].join('  '))
  }
  const written = ANSWERS.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  expect(lines).toEqual(written.map((line) => line.split(/\s+/).join('  ')))
})

async function answerOf(
  call: PromiseLike<{ data: unknown; error: { code: string } | null }>,
): Promise<string> {
  const { data, error } = await call
  if (error !== null) return error.code === '42501' ? 'no' : error.code
  const isNothing = !data || (Array.isArray(data) && data.length === 0)
  return isNothing ? '-' : 'yes'
}
