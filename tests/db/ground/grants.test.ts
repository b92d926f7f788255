import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Backend, openBackend } from '../support/backend.ts'

let backend: Backend
beforeAll(async () => {
  backend = await openBackend()
})
afterAll(() => backend.close())

// All privileges of anon and authenticated in our schemas. What is listed is still subject to the policies;
// what is not listed they cannot even ask for. What visitors may read is listed by column, also of a table that they
// may read whole, and of a function the columns that it returns: a new one is private until it is written here.
const GRANTS = `
anon           usage    schema public
anon           select   article_tags (article_id, tag_id)
anon           select   articles (author_id, captions, category_id, colour, content, created_at, credits, deleted_at, excerpt, facts, featured, featured_image, gallery, hero, id, meta_description, meta_keywords, meta_title, modified_at, opening, publish_at, published_at, read_time, slug, standfirst, status, title, title_emphasis, updated_at, version)
anon           select   categories (color, created_at, description, id, name, sections, slug, updated_at)
anon           select   credit_roles (byline, id, is_words, name, position)
anon           select   fonts (created_at, file_size, font_file_path, font_name, font_style, font_usage, font_weight, id, mime_type)
anon           select   global_styles (accent_font_id, id, primary_font_id, secondary_font_id, updated_at)
anon           select   media (alt_text, caption, created_at, credit, filename, focus, height, id, licence, licence_url, made_by, mime_type, size_bytes, storage_path, thumbnail_path, width)
anon           select   menus (id, items, updated_at, version)
anon           select   pages (author_id, content, created_at, excerpt, id, meta_description, meta_title, modified_at, parent_id, slug, status, title, updated_at, version)
anon           select   profiles (full_name, id, name_confirmed)
anon           select   sections (accent, button_order, button_tags, buttons, count_names, created_at, description, empty_links, home_position, id, in_navigation, position, slug, title, updated_at, version)
anon           select   site_settings (contact_email, contact_enabled, date_language, id, index_now, language, min_password_length, newsletter_confirm, newsletter_enabled, sign_up_open, site_name, social_label, social_url, tagline, texts, time_zone)
anon           select   slug_redirects (article_id, created_at, entity_id, id, kind, old_path, old_slug, page_id, target)
anon           select   tags (created_at, id, name, slug)
anon           select   theme (dark, id, light)
anon           insert   contact_messages (email, message, name, phone, subject)
anon           insert   subscribers (consent_version, email, first_name, preferences, source_page)
anon           execute  count_reading, count_view, find_stories, find_titles (title), get_author_names (full_name, id), get_branding (icon, id, logo, logo_dark, share_picture), get_letters (content, frozen_at, id, slug, withdrawn_files), get_live_fronts (blocks, id, live_from, page), get_public_author_profiles (bio, created_at, email, id, image_url, name, profile_id, role, slug, social_links, team_position), is_published_file, is_usable, moment, slugify, withdrawn_files, withdrawn_files

authenticated  usage    schema private
authenticated  usage    schema public
authenticated  select   article_revisions, article_tags, article_template_tags, article_templates, article_working_copies, articles, audit_log, author_profiles, backup_runs, branding, builds, categories, comment_guests, comment_threads, comments, contact_messages, credit_roles, front_versions, global_styles, imports, letter_recipients, letter_sender, letters, media, media_focus_proposals, menus, name_requests, notification_choices, notifications, pages, plan_tasks, plans, profiles, proposed_people, publish_outbox, publish_problems, saved_columns, sections, site_settings, slug_redirects, subscribers, suppressions, tags, theme
authenticated  select   deploy_settings (hook_host, id, updated_at, version)
authenticated  select   fonts (created_at, file_size, font_file_path, font_name, font_style, font_usage, font_weight, id, mime_type)
authenticated  select   preview_links (article_id, created_at, created_by, ended_with_maker, id, opened_at, openings, revoked_at, until)
authenticated  insert   article_tags, article_template_tags, article_templates, article_working_copies, articles, author_profiles, branding, categories, deploy_settings, fonts, global_styles, media, notification_choices, pages, site_settings, tags, theme
authenticated  insert   credit_roles (byline, id, name, position)
authenticated  insert   name_requests (name, profile_id)
authenticated  insert   comment_guests (article_id, profile_id)
authenticated  insert   comments (body, id, thread_id)
authenticated  insert   plan_tasks (done_at, due_on, id, kind, person_id, plan_id, position)
authenticated  insert   front_versions (blocks, live_from, note, page)
authenticated  insert   plans (article_id, brief, category_id, id, letter_id, person_id, planned_on, priority, title)
authenticated  insert   proposed_people (name)
authenticated  insert   sections (accent, button_order, button_tags, buttons, count_names, description, empty_links, in_navigation, slug, title)
authenticated  insert   slug_redirects (old_slug, target)
authenticated  insert   letters (blocks, preview_text, send_at, slug, subject, topic)
authenticated  update   article_templates, article_working_copies, articles, author_profiles, branding, categories, deploy_settings, fonts, global_styles, media, notification_choices, pages, site_settings, tags, theme
authenticated  update   contact_messages (status)
authenticated  update   credit_roles (byline, name, position)
authenticated  update   subscribers (data_requested_at, erasure_requested_at, first_name, preferences, status)
authenticated  update   name_requests (name, profile_id)
authenticated  update   comment_threads (is_repeated, prefix, quote, resolved_at, suffix)
authenticated  update   comments (body)
authenticated  update   plan_tasks (done_at, due_on, kind, person_id, position)
authenticated  update   front_versions (blocks, live_from, note, page)
authenticated  update   plans (article_id, brief, category_id, letter_id, person_id, planned_on, priority, title)
authenticated  update   profiles (full_name, role)
authenticated  update   sections (accent, button_order, button_tags, buttons, count_names, description, empty_links, in_navigation, slug, title)
authenticated  update   letter_sender (from_name, has_sent_before, per_minute, reply_to)
authenticated  update   letters (blocks, preview_text, send_at, slug, subject, topic)
authenticated  delete   article_tags, article_template_tags, article_templates, article_working_copies, articles, author_profiles, categories, comment_guests, comment_threads, comments, contact_messages, credit_roles, fonts, front_versions, letters, media, name_requests, pages, plan_tasks, plans, slug_redirects, subscribers, tags
authenticated  execute  account_name, acted_columns, add_thread, announce_own_change, article_state, begin_magazine, bulk_change, can_write_article, cancel_letter, change_article, change_file, change_subscriber, change_tag, check_build_hook, check_task_count, checked_words, comment_people, confirm_person, count_articles, count_open_articles, count_open_threads, count_stories_of, count_unread_notifications, create_preview_link, credit_account, current_role_name, decline_name, decode_address, default_choice, delete_media, end_own_sessions, erase_subscriber, events_until, file_stem, find_stories, find_titles, first_words, fold_text, front_events, front_title, get_accounts_with_factor, get_article_counts, get_audit_actors, get_author_names, get_author_sync, get_branding, get_build_hook_call, get_clock, get_colleagues, get_comment_people, get_dashboard_counts, get_demo_content, get_fact_labels, get_letters, get_live_fronts, get_mailing_list, get_missing_factor, get_name_questions, get_notification_choices, get_notifications, get_people_hints, get_public_author_profiles, get_publish_numbers, get_publish_state, get_reading_numbers, get_readings, get_redirect_targets, get_story_numbers, get_subscriber_data, get_subscriber_mail_state, get_subscriber_numbers, get_subscriber_overview, get_waiting, has_role, has_words, hold_letter, is_focus, is_in_conversation, is_media_published, is_name_confirmed, is_published_file, is_staff, is_usable, is_used_storage_path, is_writer, letter_audience, letter_numbers, letter_sender_state, lift_suppression, list_article_revisions, list_own_sessions, log_export, may_change_plan, may_change_tasks, may_preview, media_events, media_totals, media_usage, merge_people, merge_tags, moment, must_ask_for_name, name_key, names_file, normalized, notification_lines, order_sections, order_team, plan_story, predict_change, public_rows, published_files, read_notifications, remove_section, renew_calendar_token, replace_media, restore_section, resume_letter, revoke_preview_link, rows_naming_file, save_article, save_front, save_letter, save_menu, save_page, save_plan, save_row, save_section, save_template, schedule_letter, search_text, search_text, search_text, search_text, search_text, search_text, search_text, search_text, search_text, search_text, search_text, search_text, search_text, search_text, search_text, send_back, set_first_calendar, set_public_name, set_task_done, slug_taken, slugify, start_story, start_thread, state_of_article, state_of_file, state_of_subscriber, state_of_tag, suppress_address, thread_author, unschedule_letter, update_row, with_credit, with_rows_of_files, withdrawn_files, withdrawn_files
`

const OURS = `n.nspname in ('public', 'private')`
const HOLDER = `case when grantee = 0 then 'public' else grantee::regrole::text end`
const READ_BY_ANON = `(privilege_type = 'SELECT' and grantee::regrole::text = 'anon')`
const THEM = `(grantee = 0 or grantee::regrole::text in ('anon', 'authenticated'))`

/** What a query finds, in the form of the list above. */
async function held(query: string): Promise<string[]> {
  const rows = await backend.sql<{ holder: string; right: string; what: string }>(query)
  return rows.map(({ holder, right, what }) => `${holder} ${right.toLowerCase()} ${what}`)
}

test('anon and authenticated have exactly the listed privileges', async () => {
  const found = [
    ...(await held(`
      select ${HOLDER} as holder, privilege_type as right, 'schema ' || n.nspname as what
      from pg_namespace n, aclexplode(n.nspacl)
      where ${OURS} and ${THEM} and not (n.nspname = 'public' and grantee = 0)`)),
    ...(await held(`
      select ${HOLDER} as holder, privilege_type as right, string_agg(c.relname, ', ' order by c.relname collate "C") as what
      from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl)
      where ${OURS} and ${THEM} and c.relkind <> 'S' and not ${READ_BY_ANON} group by 1, 2`)),
    ...(await held(`
      select 'anon' as holder, 'select' as right, c.relname || ' (' || string_agg(a.attname, ', ' order by a.attname collate "C") || ')' as what
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'f') and a.attnum > 0 and not a.attisdropped
        and has_column_privilege('anon', c.oid, a.attnum, 'select')
      group by c.oid, c.relname`)),
    ...(await held(`
      select holder, "right", relname || ' (' || string_agg(attname, ', ' order by attname collate "C") || ')' as what
      from (select ${HOLDER} as holder, privilege_type as "right", c.relname, a.attname
            from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace,
              aclexplode(a.attacl)
            where ${OURS} and ${THEM} and not ${READ_BY_ANON}) columns group by holder, "right", relname`)),
    ...(await held(`
      select holder, "right", string_agg(name, ', ' order by name collate "C") as what
      from (select ${HOLDER} as holder, privilege_type as "right", p.proname || case when grantee::regrole::text <> 'anon' then '' else
              coalesce((select ' (' || string_agg(name, ', ' order by name collate "C") || ')'
                from unnest(p.proargnames, p.proargmodes) as argument (name, mode) where mode = 't'), '') end as name
            from pg_proc p join pg_namespace n on n.oid = p.pronamespace,
              aclexplode(coalesce(p.proacl, acldefault('f', p.proowner)))
            where ${OURS} and ${THEM}) functions group by 1, 2`)),
    ...(await held(`
      select ${HOLDER} as holder, privilege_type as right, 'sequence ' || c.relname as what
      from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl)
      where ${OURS} and ${THEM} and c.relkind = 'S'`)),
  ]
  const written = GRANTS.split('\n')
    .map((line) => line.trim().replace(/\s{2,}/g, ' '))
    .filter((line) => line !== '')
  expect(found.toSorted()).toEqual(written.toSorted())
})

test('every foreign key of a table has an index', async () => {
  const missing = await backend.sql<{ name: string }>(
    `select c.conrelid::regclass || ': ' || c.conname as name from pg_constraint c
     join pg_namespace n on n.oid = c.connamespace
     where ${OURS} and c.contype = 'f' and not exists (
       select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`,
  )
  expect(missing).toEqual([])
})

test('every table has row level security', async () => {
  const open = await backend.sql<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where ${OURS} and c.relkind in ('r', 'p') and not c.relrowsecurity`,
  )
  expect(open).toEqual([])
})

test('no view bypasses the policies', async () => {
  const views = await backend.sql<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where ${OURS} and c.relkind in ('v', 'm')
       and not coalesce(c.reloptions @> array['security_invoker=true'], false)`,
  )
  expect(views).toEqual([])
})

test('every security definer function has an empty search path', async () => {
  const loose = await backend.sql<{ name: string }>(
    `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where ${OURS} and p.prosecdef and not coalesce(p.proconfig @> array['search_path=""'], false)`,
  )
  expect(loose).toEqual([])
})

test('every privilege of a table to write has a policy that lets somebody use it', async () => {
  const unused = await backend.sql<{ name: string }>(
    `select distinct c.relname || ': ' || lower(right_.privilege_type) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) right_
     where ${OURS} and right_.grantee::regrole::text in ('anon', 'authenticated')
       and right_.privilege_type in ('INSERT', 'UPDATE', 'DELETE') and not exists (
         select 1 from pg_policies p where p.schemaname = n.nspname and p.tablename = c.relname
         and p.permissive = 'PERMISSIVE' and p.cmd in ('ALL', right_.privilege_type)
         and right_.grantee::regrole::name = any (p.roles))`,
  )
  expect(unused).toEqual([])
})

test('every policy evaluates has_role and auth.uid once a statement', async () => {
  const policies = await backend.sql<{ name: string; rule: string }>(
    `select tablename || ': ' || policyname as name, coalesce(qual, '') || ' ' || coalesce(with_check, '') as rule
     from pg_policies where schemaname in ('public', 'storage')`,
  )
  // The subselect makes has_role and auth.uid an initial plan in place of a call for each row.
  const slow = policies.filter(({ rule }) => /(?<!SELECT )(?:auth\.uid|has_role)\(/.test(rule))
  expect(slow.map(({ name }) => name)).toEqual([])
})

test('a new table or function has no default privileges', async () => {
  // As the role that runs the migrations: on a hosted project it is not the superuser.
  await backend.sql(`do $$ begin
    execute format('set local role %I', (select tableowner from pg_tables where tablename = 'articles'));
    create table public.newcomer (id int primary key);
    create function public.newcomer_count() returns int language sql as 'select 1';
  end $$`)
  const found = await backend.sql<{ table: boolean; call: boolean }>(
    `select has_table_privilege(role, 'public.newcomer', 'select') as "table",
            has_function_privilege(role, 'public.newcomer_count()', 'execute') as call
     from unnest(array['anon', 'authenticated']) role`,
  )
  await backend.sql('drop table public.newcomer')
  await backend.sql('drop function public.newcomer_count()')
  expect(found).toEqual([
    { table: false, call: false },
    { table: false, call: false },
  ])
})
