drop function public.get_readings(uuid[],date);

drop function public.get_view_numbers(date,date);

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

create table private.story_readings (
  article_id uuid not null,
  day date not null,
  opened integer default 0 not null,
  begun integer default 0 not null,
  read integer default 0 not null
);

alter table private.story_readings enable row level security;

revoke all on table private.story_readings from public, anon, authenticated, service_role;

alter table private.story_readings add constraint story_readings_pkey PRIMARY KEY (article_id, day);

alter table private.story_readings add constraint story_readings_article_id_fkey FOREIGN KEY (article_id) REFERENCES public.articles(id) ON DELETE CASCADE;

CREATE INDEX story_readings_day_idx ON private.story_readings USING btree (day);

create table private.page_readings (
  day date not null,
  kind text not null,
  page text not null,
  opened integer default 0 not null,
  begun integer default 0 not null,
  read integer default 0 not null
);

alter table private.page_readings enable row level security;

revoke all on table private.page_readings from public, anon, authenticated, service_role;

alter table private.page_readings add constraint page_readings_kind_check CHECK ((kind = ANY (ARRAY['story'::text, 'home'::text, 'section'::text, 'tag'::text, 'author'::text, 'page'::text, 'letter'::text])));

alter table private.page_readings add constraint page_readings_pkey PRIMARY KEY (day, kind, page);

create table private.reading_sources (
  day date not null,
  source text not null,
  opened integer default 0 not null,
  begun integer default 0 not null,
  read integer default 0 not null
);

alter table private.reading_sources enable row level security;

revoke all on table private.reading_sources from public, anon, authenticated, service_role;

alter table private.reading_sources add constraint reading_sources_pkey PRIMARY KEY (day, source);

create table private.reading_letters (
  day date not null,
  letter text not null,
  kind text not null,
  page text not null,
  opened integer default 0 not null,
  begun integer default 0 not null,
  read integer default 0 not null
);

alter table private.reading_letters enable row level security;

revoke all on table private.reading_letters from public, anon, authenticated, service_role;

alter table private.reading_letters add constraint reading_letters_pkey PRIMARY KEY (day, letter, kind, page);

create table private.reading_bots (
  day date not null,
  reason text not null,
  readings integer default 1 not null
);

alter table private.reading_bots enable row level security;

revoke all on table private.reading_bots from public, anon, authenticated, service_role;

alter table private.reading_bots add constraint reading_bots_reason_check CHECK ((reason = ANY (ARRAY['crawler'::text, 'prefetch'::text, 'limit'::text])));

alter table private.reading_bots add constraint reading_bots_pkey PRIMARY KEY (day, reason);

create table private.missed_searches (
  day date not null,
  words text not null,
  searches integer default 1 not null
);

alter table private.missed_searches enable row level security;

revoke all on table private.missed_searches from public, anon, authenticated, service_role;

alter table private.missed_searches add constraint missed_searches_pkey PRIMARY KEY (day, words);

create table private.missing_paths (
  day date not null,
  path text not null,
  readings integer default 1 not null
);

alter table private.missing_paths enable row level security;

revoke all on table private.missing_paths from public, anon, authenticated, service_role;

alter table private.missing_paths add constraint missing_paths_pkey PRIMARY KEY (day, path);

-- What was counted before was begun; whether it was read is not known.
insert into private.story_readings (article_id, day, begun) select article_id, day, views from private.page_views;
insert into private.page_readings (day, kind, page, begun)
select day, 'story', '', sum(views) from private.page_views group by day;
insert into private.reading_bots (day, reason, readings) select day, 'crawler', views from private.crawler_views;
drop table private.page_views;
drop table private.crawler_views;

CREATE OR REPLACE FUNCTION private.counted_page(p_path text)
 RETURNS TABLE(kind text, page text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with asked as (
    select path, substring(path from '^/(article|tag|author|letters)/') as list, substring(path from '[^/]+$') as slug
    from lower(regexp_replace(p_path, '(/(index)?(\.html)?|\.html)$', '')) path
  )
  select found.kind, found.page from asked, lateral (
    select 'home' as kind, '' as page where path = ''
    union all select 'story', a.id::text from public.articles a
      where list = 'article' and path = '/article/' || slug and a.slug = asked.slug
        and a.status = 'published' and a.published_at <= now() and a.deleted_at is null
    union all select 'tag', t.id::text from public.tags t where list = 'tag' and t.slug = asked.slug and path = '/tag/' || slug
    union all select 'author', a.id::text from public.author_profiles a
      where list = 'author' and path = '/author/' || asked.slug and a.slug = asked.slug
    union all select 'letter', slug where path ~ '^/letters/[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 120
    union all select 'page', path where path in ('/about', '/authors', '/browse', '/contact', '/letters', '/privacy', '/subscription', '/terms')
    union all select 'section', s.id::text from public.sections s where list is null and path = '/' || s.slug
    union all select 'page', p.id::text from public.pages p
      where list is null and p.slug = asked.slug and p.status = 'published' and path = '/' || private.parent_path(p.parent_id) || p.slug
  ) found limit 1
$function$
;

revoke all on function private.counted_page(text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.reading_source(p_host text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_host is null or p_host !~ '^[a-z0-9-]+(\.[a-z0-9-]+)+$' or char_length(p_host) > 100 or p_host ~ '^[\d.]+$' then 'other'
    else coalesce((
      select known.name from (values
        ('Mail', '^(e?mail|webmail|roundcube|horde|zimbra|owa|outlook)\.|(^|\.)(proton\.me|gmx\.(net|de|at|ch))$|^com\.google\.android\.gm$|^(com\.microsoft\.office\.outlook|org\.mozilla\.thunderbird|ch\.protonmail\.android|com\.fsck\.k9)$|^navigator(-lxa|-bs)?\.(web|gmx)\.'),
        ('Readers of feeds', '(^|\.)(feedly|inoreader|newsblur|netvibes|theoldreader|feedbin|feeder|bazqux|miniflux|commafeed|readwise|freshrss)\.|^com\.(feedly\.android|devhd\.feedly|innologica\.inoreader)'),
        ('Google', '(^|\.)google\.[a-z.]{2,6}$|^com\.google\.android\.googlequicksearchbox$|(^|\.)googleusercontent\.com$'),
        ('Bing', '(^|\.)bing\.com$'), ('DuckDuckGo', '(^|\.)duckduckgo\.com$'), ('Ecosia', '(^|\.)ecosia\.org$'),
        ('Yahoo', '(^|\.)search\.yahoo\.'), ('Yandex', '(^|\.)(yandex\.[a-z.]{2,6}|ya\.ru)$'), ('Baidu', '(^|\.)baidu\.com$'),
        ('Brave', '^search\.brave\.com$'), ('Startpage', '(^|\.)startpage\.com$'), ('Qwant', '(^|\.)qwant\.com$'), ('Kagi', '(^|\.)kagi\.com$'),
        ('ChatGPT', '^(chatgpt\.com|chat\.openai\.com)$'), ('Perplexity', '(^|\.)perplexity\.ai$'), ('Claude', '^claude\.ai$'),
        ('Facebook', '(^|\.)(facebook\.com|fb\.me|fb\.com|messenger\.com)$|^com\.facebook\.'),
        ('Instagram', '(^|\.)instagram\.com$|^com\.instagram\.'), ('Threads', '(^|\.)threads\.(net|com)$'),
        ('X', '^(t\.co|(.*\.)?twitter\.com|(.*\.)?x\.com)$|^com\.twitter\.android$'), ('Bluesky', '(^|\.)bsky\.(app|social)$'),
        ('LinkedIn', '(^|\.)(linkedin\.com|lnkd\.in)$|^com\.linkedin\.'), ('Pinterest', '(^|\.)(pinterest\.[a-z.]{2,6}|pin\.it)$|^com\.pinterest$'),
        ('Reddit', '(^|\.)(reddit\.com|redd\.it)$|^com\.reddit\.'), ('YouTube', '(^|\.)(youtube\.com|youtu\.be)$'), ('TikTok', '(^|\.)tiktok\.com$'),
        ('WhatsApp', '(^|\.)(whatsapp\.com|wa\.me)$|^com\.whatsapp'), ('Telegram', '(^|\.)(telegram\.org|t\.me)$|^org\.telegram\.'),
        ('Mastodon', '(^|\.)mastodon\.|^mstdn\.'), ('Hacker News', '^news\.ycombinator\.com$'), ('Flipboard', '(^|\.)flipboard\.com$|^flipboard\.'),
        ('Pocket', '(^|\.)getpocket\.com$'), ('Wikipedia', '(^|\.)wikipedia\.org$')
      ) as known (name, pattern) where p_host ~ known.pattern limit 1), regexp_replace(p_host, '^(www|m|mobile|amp)\.', '')) end
$function$
;

revoke all on function private.reading_source(text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.counted_words(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when char_length(p_text) <= 80 and p_text !~ '@|＠|%40|\mat\M.*\mdot\M' and p_text !~ '(\d[^\w]*){7}' and words <> '' then words end
  from (select trim(regexp_replace(private.fold_text(left(p_text, 81)), '[^\w&''-]+', ' ', 'g')) as words) folded
$function$
;

revoke all on function private.counted_words(text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.counted_path(p_path text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when char_length(path) <= 200 and path ~ '^(/([A-Za-z0-9._~!$&''()*+,;=:-]|%[0-9A-F]{2}){1,100}){1,8}$'
    and path !~ '%(40|00)|\d{7}|/\.\.?(/|$)|[A-Za-z0-9]{25}|[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-' and path !~ '^/(preview|admin|publish)(/|$)'
    and not private.is_site_address(path) and not private.is_address_in_use(path)
    and not exists (select from public.slug_redirects r where r.old_path = path) then path end
  from rtrim(left(p_path, 202), '/') path
$function$
;

revoke all on function private.counted_path(text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.add_reading(p_day date, p_kind text, p_page text, p_opened integer, p_begun integer, p_read integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_kind = 'story' then
    insert into private.story_readings as r (article_id, day, opened, begun, read)
    values (p_page::uuid, p_day, p_opened, p_begun, p_read)
    on conflict (article_id, day) do update
      set opened = r.opened + excluded.opened, begun = r.begun + excluded.begun, read = r.read + excluded.read;
  end if;
  insert into private.page_readings as r (day, kind, page, opened, begun, read)
  values (p_day, p_kind, case when p_kind = 'story' then '' else p_page end, p_opened, p_begun, p_read)
  on conflict (day, kind, page) do update
    set opened = r.opened + excluded.opened, begun = r.begun + excluded.begun, read = r.read + excluded.read;
end $function$
;

revoke all on function private.add_reading(date,text,text,integer,integer,integer) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.left_out()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare headers jsonb := private.request_headers();
begin
  return case
    when headers ->> 'dnt' = '1' or headers ->> 'sec-gpc' = '1' then ''
    when private.is_over_limit('count_reading', private.visitor_address(), 120, 1200) then 'limit'
    when private.is_crawler(headers ->> 'user-agent') then 'crawler'
    when concat(headers ->> 'sec-purpose', headers ->> 'purpose', headers ->> 'x-moz') ~* 'prefetch|prerender|preview' then 'prefetch'
  end;
end $function$
;

revoke all on function private.left_out() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.count_left_out(p_day date, p_reason text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into private.reading_bots as b (day, reason) select p_day, p_reason where p_reason <> ''
  on conflict (day, reason) do update set readings = b.readings + 1
$function$
;

revoke all on function private.count_left_out(date,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.has_room(p_table regclass, p_column text, p_day date, p_value text, p_most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare is_there boolean; has_room boolean;
begin
  execute format('select exists (select from %s where day = $1 and %I = $2)', p_table, p_column) into is_there using p_day, p_value;
  if is_there then return true; end if;
  execute format('select count(distinct %I) < $2 from %s where day = $1', p_column, p_table) into has_room using p_day, p_most;
  return has_room;
end $function$
;

revoke all on function private.has_room(regclass,text,date,text,integer) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.count_reading(p_reading text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (now() at time zone private.time_zone())::date;
  lines text[] := string_to_array(left(p_reading, 2000), E'\n');
  place text := lines[1];
  reached text := lines[2];
  reached_before text := lines[3];
  visited record;
  out_of text;
  came_from text;
  searched text;
  missing text;
  opened integer; begun integer; finished integer;
begin
  if (char_length(p_reading) <= 2000 and cardinality(lines) = 6 and place ~ '^/' and reached ~ '^[1-3]$' and reached_before ~ '^[0-3]$'
     and reached_before <= reached) is not true then
    return;
  end if;
  opened := (reached_before < '1')::integer;
  begun := (reached_before < '2' and reached >= '2')::integer;
  finished := (reached_before < '3' and reached = '3')::integer;
  out_of := private.left_out();
  select * into visited from private.counted_page(place);
  if out_of is not null then
    if opened = 1 and visited.kind is not null then perform private.count_left_out(today, out_of); end if;
    return;
  end if;
  -- Nothing tells yet which letters there are.
  if visited.kind = 'letter' and not private.has_room('private.page_readings', 'page', today, visited.page, 200) then return; end if;
  if visited.kind is not null and opened + begun + finished > 0 then
    perform private.add_reading(today, visited.kind, visited.page, opened, begun, finished);
    if lines[5] ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(lines[5]) <= 120
       and private.has_room('private.reading_letters', 'letter', today, lines[5], 50) then
      came_from := 'A letter';
      insert into private.reading_letters as l (day, letter, kind, page, opened, begun, read)
      values (today, lines[5], visited.kind, visited.page, opened, begun, finished)
      on conflict (day, letter, kind, page) do update
        set opened = l.opened + excluded.opened, begun = l.begun + excluded.begun, read = l.read + excluded.read;
    elsif lines[4] = '' then came_from := 'No other site';
    elsif lines[4] <> '-' then came_from := private.reading_source(lower(lines[4]));
    end if;
    if came_from is not null then
      if not private.has_room('private.reading_sources', 'source', today, came_from, 200) then came_from := 'other'; end if;
      insert into private.reading_sources as s (day, source, opened, begun, read) values (today, came_from, opened, begun, finished)
      on conflict (day, source) do update
        set opened = s.opened + excluded.opened, begun = s.begun + excluded.begun, read = s.read + excluded.read;
    end if;
  end if;
  if lines[6] <> '' then searched := private.counted_words(lines[6]); end if;
  if visited.kind is null and opened = 1 then missing := private.counted_path(place); end if;
  if searched is null and missing is null or private.is_over_limit('count_missing', private.visitor_address(), 20, 200) then return; end if;
  if searched is not null and private.has_room('private.missed_searches', 'words', today, searched, 200) then
    insert into private.missed_searches as m (day, words) values (today, searched)
    on conflict (day, words) do update set searches = m.searches + 1;
  end if;
  if missing is not null and private.has_room('private.missing_paths', 'path', today, missing, 200) then
    insert into private.missing_paths as m (day, path) values (today, missing)
    on conflict (day, path) do update set readings = m.readings + 1;
  end if;
end $function$
;

revoke all on function public.count_reading(text) from public, anon, authenticated, service_role;
grant execute on function public.count_reading(text) to anon;
grant execute on function public.count_reading(text) to service_role;

CREATE OR REPLACE FUNCTION public.count_view(p_slug text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (now() at time zone private.time_zone())::date;
  out_of text;
  visited record;
begin
  if char_length(p_slug) > 1000 then return; end if;
  select * into visited from private.counted_page('/article/' || p_slug);
  if visited.kind is distinct from 'story' then return; end if;
  out_of := private.left_out();
  if out_of is null then perform private.add_reading(today, 'story', visited.page, 0, 1, 0);
  else perform private.count_left_out(today, out_of);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.roll_up_readings()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (now() at time zone private.time_zone())::date;
  kept_from date;
  summed record;
  has_days boolean;
  month date;
begin
  delete from private.missed_searches where day < today - 100;
  delete from private.missing_paths where day < today - 100;
  for summed in select * from (values
    ('story_readings', 3, 'article_id', 'opened, begun, read'), ('page_readings', 25, 'kind, page', 'opened, begun, read'),
    ('reading_sources', 25, 'source', 'opened, begun, read'), ('reading_letters', 25, 'letter, kind, page', 'opened, begun, read'),
    ('reading_bots', 25, 'reason', 'readings')) as t (name, months, names, numbers)
  loop
    kept_from := (date_trunc('month', today) - make_interval(months => summed.months))::date;
    -- Where the newest of these months is summed up, so are those before it.
    execute format('select exists (select from private.%I where day > $1 - interval ''1 month'' and day < $1)', summed.name)
    into has_days using kept_from;
    continue when not has_days;
    -- One month at a time, the oldest first: the next look takes the next.
    execute format('select date_trunc(''month'', min(day))::date from private.%I where day < $1 and extract(day from day) > 1', summed.name)
    into month using kept_from;
    execute format(
      'with gone as (delete from private.%1$I where day > $1 and day < $1 + interval ''1 month'' returning *)
       insert into private.%1$I as kept (day, %2$s, %3$s) select $1, %2$s, %4$s from gone group by %2$s
       on conflict (day, %2$s) do update set %5$s',
      summed.name, summed.names, summed.numbers,
      (select string_agg(format('sum(%s)', trim(n)), ', ') from unnest(string_to_array(summed.numbers, ',')) n),
      (select string_agg(format('%1$s = kept.%1$s + excluded.%1$s', trim(n)), ', ') from unnest(string_to_array(summed.numbers, ',')) n))
    using month;
  end loop;
end $function$
;

revoke all on function private.roll_up_readings() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.get_reading_numbers(p_from date, p_until date, p_before_from date, p_before_until date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_editor();
  return (
    with stories as materialized (
      select n.id, n.opened, n.begun, n.read, n.measured, b.before
      from (
        select r.article_id as id, sum(r.opened)::integer as opened, sum(r.begun)::integer as begun, sum(r.read)::integer as read,
          (sum(r.begun) filter (where r.opened > 0))::integer as measured
        from private.story_readings r where r.day between p_from and p_until group by r.article_id) n
      left join (
        select r.article_id as id, sum(r.begun)::integer as before
        from private.story_readings r where r.day between p_before_from and p_before_until group by r.article_id) b on b.id = n.id
    ), pages as materialized (
      select r.kind, r.page, sum(r.opened) filter (where r.day >= p_from and r.day <= p_until) as opened,
        sum(r.begun) filter (where r.day >= p_from and r.day <= p_until) as begun,
        sum(r.read) filter (where r.day >= p_from and r.day <= p_until) as read,
        sum(r.begun) filter (where r.opened > 0 and r.day >= p_from and r.day <= p_until) as measured,
        sum(r.begun) filter (where r.day >= p_before_from and r.day <= p_before_until) as before
      from private.page_readings r
      where r.day between p_from and p_until or r.day between p_before_from and p_before_until group by r.kind, r.page
    ), known as materialized (
      select s.*, a.title, a.slug, a.author_id, a.credits, a.category_id
      from stories s join public.articles a on a.id = s.id where a.deleted_at is null
    ), people as (
      select distinct k.id, (credit ->> 'person_id')::uuid as person from known k, jsonb_array_elements(k.credits) credit
      union
      select k.id, p.id from known k join public.author_profiles p on p.profile_id = k.author_id where k.credits is null
    ), rows as (
      select 'stories' as list, k.id::text, k.title as name, '/article/' || k.slug as address, k.opened, k.begun, k.read, k.measured, k.before
      from known k
      union all
      select 'sections', s.id::text, s.title, '/' || s.slug, sum(k.opened), sum(k.begun), sum(k.read), sum(k.measured), sum(k.before)
      from known k join public.categories c on c.id = k.category_id join public.sections s on s.slug = any (c.sections) group by s.id
      union all
      select 'people', a.id::text, a.name, '/author/' || a.slug, sum(k.opened), sum(k.begun), sum(k.read), sum(k.measured), sum(k.before)
      from people p join known k on k.id = p.id join public.author_profiles a on a.id = p.person group by a.id
      union all
      select 'tags', t.id::text, t.name, '/tag/' || t.slug, sum(k.opened), sum(k.begun), sum(k.read), sum(k.measured), sum(k.before)
      from known k join public.article_tags g on g.article_id = k.id join public.tags t on t.id = g.tag_id group by t.id
      union all
      select 'kinds', p.kind, p.kind, null, sum(p.opened), sum(p.begun), sum(p.read), sum(p.measured), sum(p.before) from pages p group by p.kind
      union all
      select 'pages', p.kind || ' ' || p.page, coalesce(t.name, s.title, a.name, w.title, p.page), case p.kind
          when 'home' then '/' when 'tag' then '/tag/' || t.slug when 'section' then '/' || s.slug when 'author' then '/author/' || a.slug
          when 'letter' then '/letters/' || p.page else coalesce('/' || private.parent_path(w.parent_id) || w.slug, p.page) end,
        p.opened, p.begun, p.read, p.measured, p.before
      from pages p left join public.tags t on p.kind = 'tag' and t.id::text = p.page
        left join public.sections s on p.kind = 'section' and s.id::text = p.page
        left join public.author_profiles a on p.kind = 'author' and a.id::text = p.page
        left join public.pages w on p.kind = 'page' and w.id::text = p.page
      where coalesce(t.id, s.id, a.id, w.id) is not null or p.kind in ('home', 'letter') or p.page like '/%'
      union all
      select 'letters', l.letter, l.letter, '/letters/' || l.letter, sum(l.opened) filter (where l.day between p_from and p_until),
        sum(l.begun) filter (where l.day between p_from and p_until), sum(l.read) filter (where l.day between p_from and p_until),
        sum(l.begun) filter (where l.opened > 0 and l.day between p_from and p_until),
        sum(l.begun) filter (where l.day between p_before_from and p_before_until)
      from private.reading_letters l
      where l.day between p_from and p_until or l.day between p_before_from and p_before_until group by l.letter
      union all
      select 'sources', s.source, s.source, null, sum(s.opened) filter (where s.day between p_from and p_until),
        sum(s.begun) filter (where s.day between p_from and p_until), sum(s.read) filter (where s.day between p_from and p_until),
        sum(s.begun) filter (where s.opened > 0 and s.day between p_from and p_until),
        sum(s.begun) filter (where s.day between p_before_from and p_before_until)
      from private.reading_sources s
      where s.day between p_from and p_until or s.day between p_before_from and p_before_until group by s.source
    ), placed as (
      select r.list, r.id, r.name, r.address, coalesce(r.opened, 0) as opened, coalesce(r.begun, 0) as begun, coalesce(r.read, 0) as read,
        coalesce(r.measured, 0) as measured, coalesce(r.before, 0) as before,
        row_number() over (partition by r.list order by r.begun desc nulls last, r.opened desc nulls last, r.name) as place
      from rows r where r.opened > 0 or r.begun > 0
    )
    select jsonb_build_object(
      'days', coalesce((select jsonb_agg(jsonb_build_object('day', r.day, 'opened', r.opened, 'begun', r.begun, 'read', r.read) order by r.day)
        from private.page_readings r where r.kind = 'story' and r.day between p_from and p_until), '[]'),
      'before', (select jsonb_build_object('opened', coalesce(sum(r.opened), 0), 'begun', coalesce(sum(r.begun), 0), 'read', coalesce(sum(r.read), 0))
        from private.page_readings r where r.kind = 'story' and r.day between p_before_from and p_before_until),
      'lists', coalesce((select jsonb_object_agg(l.list, l.rows) from (
        select p.list, jsonb_agg(to_jsonb(p) - 'list' - 'place' order by p.place) as rows from placed p where p.place <= 200 group by p.list) l), '{}'),
      'searches', coalesce((select jsonb_agg(jsonb_build_object('words', m.words, 'searches', m.searches) order by m.searches desc, m.words)
        from (select words, sum(searches) as searches from private.missed_searches where day between p_from and p_until
              group by words having sum(searches) >= 3 order by searches desc limit 100) m), '[]'),
      'missing', coalesce((select jsonb_agg(jsonb_build_object('path', m.path, 'readings', m.readings) order by m.readings desc, m.path)
        from (select path, sum(readings) as readings from private.missing_paths where day between p_from and p_until
              group by path order by readings desc, path limit 100) m where private.counted_path(m.path) is not null), '[]'),
      'left_out', coalesce((select jsonb_agg(jsonb_build_object('reason', b.reason, 'readings', b.readings) order by b.readings desc)
        from (select reason, sum(readings) as readings from private.reading_bots where day between p_from and p_until group by reason) b), '[]')));
end $function$
;

revoke all on function public.get_reading_numbers(date,date,date,date) from public, anon, authenticated, service_role;
grant execute on function public.get_reading_numbers(date,date,date,date) to authenticated;
grant execute on function public.get_reading_numbers(date,date,date,date) to service_role;

CREATE OR REPLACE FUNCTION public.get_readings(p_articles uuid[], p_from date)
 RETURNS TABLE(id uuid, opened bigint, begun bigint, read bigint, measured bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_editor();
  return query
    select r.article_id, sum(r.opened), sum(r.begun), sum(r.read), coalesce(sum(r.begun) filter (where r.opened > 0), 0)
    from private.story_readings r where r.article_id = any (p_articles) and r.day >= p_from group by r.article_id;
end $function$
;

revoke all on function public.get_readings(uuid[],date) from public, anon, authenticated, service_role;
grant execute on function public.get_readings(uuid[],date) to authenticated;
grant execute on function public.get_readings(uuid[],date) to service_role;
