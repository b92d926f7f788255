CREATE OR REPLACE FUNCTION private.archive_tables()
 RETURNS TABLE(place bigint, name text, part text, private_columns text[], reason text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select row_number() over (), listed.* from (values
    ('public.profiles', 'content', array['email'], null),
    ('public.author_profiles', 'content', array['email'], null),
    ('private.merged_people', 'content', null, null),
    ('private.former_names', 'content', null, null),
    ('public.name_requests', 'content', null, null),
    ('public.notification_choices', 'content', null, null),
    ('public.proposed_people', 'content', null, null),
    ('public.categories', 'content', null, null),
    ('public.tags', 'content', null, null),
    ('private.merged_tags', 'content', null, null),
    ('public.sections', 'content', null, null),
    ('public.menus', 'content', null, null),
    ('public.credit_roles', 'content', null, null),
    ('public.media', 'content', null, null),
    ('public.media_focus_proposals', 'content', null, null),
    ('private.deleted_media', 'content', null, null),
    ('private.used_storage_paths', 'content', null, null),
    ('public.fonts', 'content', null, null),
    ('public.global_styles', 'content', null, null),
    ('public.theme', 'content', null, null),
    ('public.branding', 'content', null, null),
    ('public.site_settings', 'content', null, null),
    ('private.demo_settings', 'content', null, null),
    ('private.consent_wordings', 'content', null, null),
    ('public.pages', 'content', null, null),
    ('public.articles', 'content', null, null),
    ('public.article_tags', 'content', null, null),
    ('public.article_working_copies', 'content', null, null),
    ('public.article_templates', 'content', null, null),
    ('public.article_template_tags', 'content', null, null),
    ('public.slug_redirects', 'content', null, null),
    ('public.front_versions', 'content', null, null),
    ('public.letters', 'content', null, null),
    ('public.plans', 'content', null, null),
    ('public.plan_tasks', 'content', null, null),
    ('public.comment_threads', 'content', null, null),
    ('public.comments', 'content', null, null),
    ('public.comment_guests', 'content', null, null),
    ('private.story_readings', 'content', null, null),
    ('private.page_readings', 'content', null, null),
    ('private.reading_sources', 'content', null, null),
    ('private.reading_letters', 'content', null, null),
    ('private.reading_bots', 'content', null, null),
    ('public.article_revisions', 'history', null, null),
    ('public.subscribers', 'private', null, null),
    -- Links to unsubscribe go on in letters that are out, and who was erased stays away.
    ('private.unsubscribe_key', 'private', null, null),
    ('private.erased_addresses', 'private', null, null),
    ('public.contact_messages', 'private', null, null),
    ('public.letter_sender', 'content', null, null),
    ('public.letter_recipients', 'private', null, null),
    ('public.suppressions', 'private', null, null),
    ('private.mail_events', 'private', null, null),
    -- Reports of imports name addresses, and the rows before an import have those of subscribers.
    ('public.imports', 'private', null, null),
    ('private.imported_rows', 'private', null, null),
    ('public.audit_log', 'audit-log', null, null),
    ('private.media_references', 'none', null, 'made of the rows again'),
    ('private.story_words', 'none', null, 'made of the stories again'),
    ('private.search_words', 'none', null, 'made of the stories again'),
    ('public.publish_outbox', 'none', null, 'made of the rows again: all that readers see, and what is scheduled'),
    ('public.builds', 'none', null, 'what a publisher has done'),
    ('public.publish_problems', 'none', null, 'what a publisher has found'),
    ('public.backup_runs', 'none', null, 'what was backed up of this project, and when'),
    ('private.publisher_lease', 'none', null, 'belongs to a running publisher'),
    ('private.publish_webhook', 'none', null, 'a secret of the project'),
    ('public.deploy_settings', 'none', null, 'a secret of the project: the address of the build hook'),
    ('private.build_hook_call', 'none', null, 'the last call of the build hook'),
    ('public.notifications', 'none', null, 'told already; a restored magazine tells of what comes after'),
    ('private.notifications_began', 'none', null, 'the time of the restore'),
    ('private.mails', 'none', null, 'no mail is sent twice, and the links in them are secret'),
    ('public.preview_links', 'none', null, 'digests of secret links, which end'),
    ('private.calendar_tokens', 'none', null, 'digests of secret addresses, which end'),
    ('private.first_account_token', 'none', null, 'the digest of a secret link'),
    ('private.announced_actors', 'none', null, 'lasts for a minute'),
    ('private.rate_limits', 'none', null, 'counts of minutes'),
    ('private.added_rows', 'none', null, 'counts of hours'),
    ('private.missed_searches', 'none', null, 'kept for 100 days'),
    ('private.missing_paths', 'none', null, 'kept for 100 days'),
    ('private.undo_steps', 'none', null, 'kept for a day'),
    ('private.own_addresses', 'none', null, 'the publisher tells them'),
    ('private.letter_adapter', 'none', null, 'the publisher tells it'),
    ('private.letter_function', 'none', null, 'the function that sends letters tells it'),
    ('private.site_files', 'none', null, 'the code tells them'),
    ('private.saved_columns', 'none', null, 'part of the schema'),
    ('private.reserved_page_slugs', 'none', null, 'part of the schema'),
    ('private.archive_lines', 'none', null, 'rows of an archive that is written or read'),
    ('storage.objects', 'none', null, 'the files themselves are in the archive'),
    ('storage.buckets', 'none', null, 'part of the schema'),
    ('auth.users', 'none', null, 'accounts are made anew, without password: their addresses are in the second file'),
    ('auth.identities', 'none', null, 'made with the accounts'),
    ('auth.sessions', 'none', null, 'secret'),
    ('auth.refresh_tokens', 'none', null, 'secret'),
    ('auth.mfa_factors', 'none', null, 'secret'),
    ('auth.mfa_challenges', 'none', null, 'secret'),
    ('auth.mfa_amr_claims', 'none', null, 'of sessions'),
    ('auth.flow_state', 'none', null, 'secret'),
    ('auth.audit_log_entries', 'none', null, 'of the auth server')
  ) as listed (name, part, private_columns, reason)
$function$
;

create table private.letter_function (
  singleton boolean default true not null,
  adapter text not null,
  address text,
  problem text,
  busy_until timestamp with time zone default '-infinity'::timestamp with time zone not null
);

alter table private.letter_function enable row level security;

revoke all on table private.letter_function from public, anon, authenticated, service_role;

alter table private.letter_function add constraint letter_function_singleton_check CHECK (singleton);

alter table private.letter_function add constraint letter_function_adapter_check CHECK ((adapter = ANY (ARRAY['resend'::text, 'postmark'::text, 'none'::text])));

alter table private.letter_function add constraint letter_function_address_check CHECK ((char_length(address) <= 320));

alter table private.letter_function add constraint letter_function_problem_check CHECK ((char_length(problem) <= 500));

alter table private.letter_function add constraint letter_function_pkey PRIMARY KEY (singleton);

CREATE OR REPLACE FUNCTION private.letter_sending()
 RETURNS TABLE(sent_by text, adapter text, address text, has_publisher boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.sent_by, case s.sent_by when 'function' then f.adapter else coalesce(a.adapter, 'none') end,
    case s.sent_by when 'function' then f.address else a.address end, w.has_publisher
  from (select exists (select from private.publisher_lease l where l.expires_at > clock_timestamp()) as has_publisher) w
  left join private.letter_adapter a on true left join private.letter_function f on true
  cross join lateral (select case when w.has_publisher and a.adapter <> 'none' then 'publisher'
    when f.adapter <> 'none' then 'function' else 'none' end as sent_by) s
$function$
;

revoke all on function private.letter_sending() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.schedule_letter(p_id uuid, p_version integer, p_send_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare letter public.letters := private.lock_letter(p_id); audience jsonb;
begin
  if letter.status not in ('draft', 'scheduled') then
    raise exception 'This letter went out or was cancelled already' using errcode = '23514';
  end if;
  if letter.version <> p_version then
    raise exception 'This letter was saved by someone else in the meantime' using errcode = 'PT409';
  end if;
  perform private.require_complete_letter(letter);
  if (select s.adapter from private.letter_sending() s) = 'none' then
    raise exception 'No mail server is set up for letters' using errcode = '23514',
      hint = 'Set SMTP_HOST, RESEND_API_KEY or POSTMARK_TOKEN, and MAIL_FROM, where the publisher runs; without a publisher one of the last two, and MAIL_FROM, as secrets of the functions';
  end if;
  audience := public.letter_audience(letter.topic);
  if audience -> 'candidates' = '0' then
    raise exception 'Nobody has chosen this topic' using errcode = '23514';
  elsif audience -> 'recipients' = '0' then
    raise exception 'Nobody who has chosen this topic can get letters now' using errcode = '23514';
  end if;
  update public.letters l set status = 'scheduled', hold = null, problem = null, send_at = greatest(p_send_at, now())
  where l.id = p_id;
  perform private.wake_sender(p_id);
end $function$
;

CREATE OR REPLACE FUNCTION public.freeze_letter(p_id uuid, p_version integer, p_slug text, p_content jsonb, p_html text, p_plain_text text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET statement_timeout TO '2min'
AS $function$
declare letter public.letters; total integer; queued integer; sending record; name text;
begin
  select l.* into letter from public.letters l
  where l.id = p_id and l.version = p_version and l.status = 'scheduled' and l.hold is null and l.send_at <= now() for update;
  if letter.id is null then return null; end if;
  select * into sending from private.letter_sending();
  if sending.adapter = 'none' then
    raise exception 'No mail server is set up for letters' using errcode = '23514';
  end if;
  insert into public.letter_recipients (letter_id, subscriber_id, email, state, reason)
  select p_id, c.subscriber_id, c.email, case when c.reason is null then 'queued' else 'excluded' end, c.reason
  from private.letter_candidates(letter.topic) c;
  get diagnostics total = row_count;
  -- Many rows at once, of which the planner knows nothing yet.
  analyze public.letter_recipients;
  select count(*) into queued from public.letter_recipients r where r.letter_id = p_id and r.state = 'queued';
  select coalesce(nullif(s.from_name, ''), (select t.site_name from public.site_settings t), '') into name from public.letter_sender s;
  update public.letters l set status = 'sending', frozen_at = clock_timestamp(), candidates = total, slug = p_slug, content = p_content,
    html = p_html, plain_text = p_plain_text, from_name = left(name, 120), from_address = sending.address,
    reply_to = (select s.reply_to from public.letter_sender s)
  where l.id = p_id;
  return jsonb_build_object('candidates', total, 'recipients', queued);
end $function$
;

CREATE OR REPLACE FUNCTION private.is_first_letter()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select a.adapter not in ('mailbox', 'none') and not exists (
      select from public.letters l
      where lower(split_part(l.from_address, '@', 2)) = lower(split_part(a.address, '@', 2))
        and exists (select from public.letter_recipients r where r.letter_id = l.id and r.accepted_at is not null))
    from private.letter_sending() a), false)
$function$
;

CREATE OR REPLACE FUNCTION private.left_today(p_domain text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare today date := private.utc_day(clock_timestamp()); age integer;
begin
  if (select s.has_sent_before from public.letter_sender s)
     or (select a.adapter from private.letter_sending() a) = 'mailbox' then return null; end if;
  select today - private.utc_day(r.claimed_at) into age
  from public.letter_recipients r join public.letters l on l.id = r.letter_id
  where r.claimed_at is not null and lower(split_part(l.from_address, '@', 2)) = p_domain order by r.claimed_at limit 1;
  -- More than 200,000 a day.
  if age > 42 then return null; end if;
  return floor(200 * 1.18 ^ coalesce(age, 0))::integer - (
    select count(*) from public.letter_recipients r join public.letters l on l.id = r.letter_id
    where r.claimed_at >= private.day_start(today) and lower(split_part(l.from_address, '@', 2)) = p_domain);
end $function$
;

CREATE OR REPLACE FUNCTION public.letter_sender_state()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_service() and not public.has_role('super_admin', 'editor', 'contributor') then
    raise exception 'Only writers see how letters are sent' using errcode = '42501';
  end if;
  return (
    select jsonb_build_object('sent_by', a.sent_by, 'adapter', a.adapter, 'address', a.address, 'has_publisher', a.has_publisher,
      'function_problem', (select f.problem from private.letter_function f),
      'per_minute', s.per_minute, 'left_today', case when t.n > 0 then t.n when t.n <= 0 then 0 end,
      'from_name', coalesce(nullif(s.from_name, ''), (select g.site_name from public.site_settings g), ''), 'reply_to', s.reply_to,
      'is_first', private.is_first_letter())
    from private.letter_sending() a, public.letter_sender s, private.left_today(lower(split_part(a.address, '@', 2))) as t (n));
end $function$
;

revoke all on function public.letter_sender_state() from public, anon, authenticated, service_role;
grant execute on function public.letter_sender_state() to authenticated;
grant execute on function public.letter_sender_state() to service_role;

CREATE OR REPLACE FUNCTION private.is_letter_slice_due()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (select s.sent_by from private.letter_sending() s) <> 'publisher' and exists (
    select from public.letters l
    where l.hold is null and (l.status = 'sending' or l.status = 'scheduled' and l.send_at <= now()))
$function$
;

revoke all on function private.is_letter_slice_due() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.begin_letter_slice(p_adapter text, p_address text, p_problem text, p_seconds integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.letter_function as f (adapter, address, problem) values (p_adapter, p_address, left(p_problem, 500))
  on conflict (singleton) do update set (adapter, address, problem) = (excluded.adapter, excluded.address, excluded.problem)
  where (f.adapter, f.address, f.problem) is distinct from (excluded.adapter, excluded.address, excluded.problem);
  if p_adapter = 'none' or not private.is_letter_slice_due() then return false; end if;
  update private.letter_function f set busy_until = clock_timestamp() + make_interval(secs => p_seconds)
  where f.busy_until <= clock_timestamp();
  return found;
end $function$
;

revoke all on function public.begin_letter_slice(text,text,text,integer) from public, anon, authenticated, service_role;
grant execute on function public.begin_letter_slice(text,text,text,integer) to service_role;
