/* Archives of the whole magazine (src/archive, .github/docs/exporting.md): which tables are in them, one state of the database
   for an export, and the rows of an archive written into an empty magazine. With the secret key only. */

/* Each table of the database, and where an archive has its rows, in an order in which each follows the tables it refers to.
   `part`: content (the first file), history (the first file, when asked), private (the second file), audit-log (the second
   file, when asked), or none, with the reason. `private_columns` of a table of the content are in the second file, with `id`. */
create function private.archive_tables()
returns table (place bigint, name text, part text, private_columns text[], reason text)
language sql immutable set search_path = ''
as $$
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
$$;

/* Rows on their way, each as a line of JSON: of an export, copied in one statement, so that they are one state of the database,
   and read page by page; and of an archive that is restored, until all are there. Unlogged, since they last for minutes: the
   counts tell when some were lost. */
create unlogged table private.archive_lines (
  archive uuid not null,
  place bigint not null,
  in_second_file boolean not null,
  table_name text not null,
  line text not null,
  added_at timestamptz not null default now(),
  primary key (archive, place)
);
create index archive_lines_table_idx on private.archive_lines (archive, table_name, in_second_file);
alter table private.archive_lines enable row level security;

-- The columns of a table that an archive has: all but those that are computed.
create function private.archive_columns(p_table text) returns text[]
language sql stable set search_path = ''
as $$
  select array_agg(a.attname::text order by a.attname) from pg_catalog.pg_attribute a
  where a.attrelid = p_table::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
$$;

/* What an archive with these parts has of which table: the columns, and the file. Of the second file of a table of the content
   only rows that have something there. The places of the rows of one follow each other. */
create function private.archive_sources(p_parts text[])
returns table (place bigint, name text, in_second_file boolean, columns text[], condition text)
language sql stable set search_path = ''
as $$
  select t.place * 1000000000000, t.name, t.part in ('private', 'audit-log'),
    array(select c from unnest(private.archive_columns(t.name)) c where c <> all (coalesce(t.private_columns, '{}'))), 'true'
  from private.archive_tables() t where t.part = any (p_parts)
  union all
  select (t.place + 500) * 1000000000000, t.name, true, array_prepend('id', t.private_columns),
    (select string_agg(format('t.%I is not null', c), ' or ') from unnest(t.private_columns) c)
  from private.archive_tables() t where t.private_columns is not null and 'private' = any (p_parts)
$$;

-- The statement for the lines of a table in an archive: $1, their places, the file, the name, the lines. Times in UTC with six
-- digits.
create function private.archive_query(
  p_place bigint, p_table text, p_in_second_file boolean, p_columns text[], p_condition text)
returns text
language sql stable set search_path = ''
as $$
  select format(
    'select $1, %s + row_number() over (order by %s), %L::boolean, %L, (select row_to_json(r)::text from (select %s) r) from %s t where %s',
    p_place,
    (select string_agg(format(case when a.atttypid = 'text'::regtype then 't.%I collate "C"' else 't.%I' end, a.attname), ', ' order by k.place)
     from pg_catalog.pg_constraint c, unnest(c.conkey) with ordinality as k (attnum, place), pg_catalog.pg_attribute a
     where c.conrelid = p_table::regclass and c.contype = 'p' and a.attrelid = c.conrelid and a.attnum = k.attnum),
    p_in_second_file, split_part(p_table, '.', 2),
    (select string_agg(case when a.atttypid <> 'timestamptz'::regtype then format('t.%I', a.attname)
       else format('case when isfinite(t.%1$I) and t.%1$I >= ''0001-01-02'' then to_char(t.%1$I at time zone ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.US"Z"'') else t.%1$I::text end as %1$I',
         a.attname) end, ', ' order by a.attname)
     from pg_catalog.pg_attribute a where a.attrelid = p_table::regclass and a.attname = any (p_columns)),
    p_table, p_condition)
$$;

/* What an archive with these parts has in this database: its level (the highest migration), and the tables of the first and of
   the second file. */
create function public.describe_archive(p_parts text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('level', (select max(m.version) from supabase_migrations.schema_migrations m))
    || (select jsonb_build_object(
          'first', coalesce(jsonb_agg(split_part(s.name, '.', 2)) filter (where not s.in_second_file), '[]'),
          'second', coalesce(jsonb_agg(split_part(s.name, '.', 2)) filter (where s.in_second_file), '[]'))
        from private.archive_sources(p_parts) s);
end $$;

/* Copies the rows of these parts (content, history, private, audit-log) and the list of stored files, as they are at one moment,
   for read_export. Returns the archive's id, the level of the database (its highest migration), and the tables in the order of
   their lines: how many there are, and the file. The list of files is the last. */
create function public.begin_export(p_parts text[]) returns jsonb
language plpgsql security definer
set search_path = '' set timezone = 'UTC' set datestyle = 'ISO' set statement_timeout = '15min'
as $$
declare copied uuid := gen_random_uuid(); copying text; level text;
begin
  delete from private.archive_lines l where l.added_at < now() - interval '1 day';
  select string_agg(private.archive_query(s.place, s.name, s.in_second_file, s.columns, s.condition), ' union all ')
  into copying from private.archive_sources(p_parts) s;
  -- One statement, and so one state of the database.
  execute 'insert into private.archive_lines (archive, place, in_second_file, table_name, line) ' || copying || $files$
    union all
    select $1, 999000000000000 + row_number() over (order by o.bucket_id collate "C", o.name collate "C"), false, 'files',
      jsonb_build_object('bucket', o.bucket_id, 'path', o.name, 'type', o.metadata ->> 'mimetype')::text
    from storage.objects o where o.bucket_id in ('media', 'fonts')$files$ using copied;
  select max(version) into level from supabase_migrations.schema_migrations;
  return jsonb_build_object('archive', copied, 'level', level, 'tables', (
    select jsonb_agg(jsonb_build_object('table', s.table_name, 'in_second_file', s.in_second_file, 'rows', (
      select count(*) from private.archive_lines l where l.archive = copied
        and l.table_name = s.table_name and l.in_second_file = s.in_second_file)) order by s.place)
    from (
      select t.place, split_part(t.name, '.', 2) as table_name, t.in_second_file from private.archive_sources(p_parts) t
      union all select 999000000000000, 'files', false) s));
end $$;

-- The next lines of an export after a place, about a megabyte of them: [[place, in_second_file, table, line], …].
create function public.read_export(p_archive uuid, p_after bigint) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_array(place, in_second_file, table_name, line) order by place), '[]') from (
    select l.*, sum(octet_length(l.line)) over (order by l.place) - octet_length(l.line) as bytes_before
    from (select * from private.archive_lines a where a.archive = p_archive and a.place > p_after order by a.place limit 2000) l) l
  where bytes_before < 1000000
$$;

-- Adds lines of an archive that is restored: [[place, in_second_file, table, line], …].
create function public.add_archive_lines(p_archive uuid, p_lines jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.archive_lines (archive, place, in_second_file, table_name, line)
  select p_archive, (l -> 0)::bigint, (l -> 1)::boolean, l ->> 2, l ->> 3 from jsonb_array_elements(p_lines) l
$$;

-- Forgets the lines of an archive.
create function public.end_archive(p_archive uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.archive_lines l where l.archive = p_archive or l.added_at < now() - interval '1 day';
end $$;

/* Raises PT409 when the magazine has something that the restore would have to delete: rows of a table of an archive. Not counted
   are the rows that a new project has, and accounts and files of this very archive, which a restore that was stopped has left. Returns the ids of the accounts of the archive that are there. */
create function public.check_restore(p_archive uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare listed record; rows bigint; found text[] := '{}'; accounts uuid[];
begin
  accounts := array(
    select (l.line::jsonb ->> 'id')::uuid from private.archive_lines l
    where l.archive = p_archive and l.table_name = 'profiles' and l.in_second_file);
  for listed in select t.name from private.archive_tables() t where t.part <> 'none' and t.name not in (
    'public.profiles', 'public.site_settings', 'public.credit_roles', 'public.audit_log', 'private.consent_wordings',
    'private.used_storage_paths', 'private.unsubscribe_key', 'public.letter_sender')
  loop
    execute format('select count(*) from %s', listed.name) into rows;
    if rows > 0 then found := found || format('%s in %s', rows, split_part(listed.name, '.', 2)); end if;
  end loop;
  select count(*) into rows from public.profiles p where p.id <> all (accounts);
  if rows > 0 then found := found || format('%s in profiles', rows); end if;
  select count(*) into rows from storage.objects o
  where o.bucket_id in ('media', 'fonts') and not exists (
    select from private.archive_lines l
    where l.archive = p_archive and l.table_name = 'files'
      and l.line::jsonb ->> 'bucket' = o.bucket_id and l.line::jsonb ->> 'path' = o.name);
  if rows > 0 then found := found || format('%s stored files of no archive', rows); end if;
  if found <> '{}' then
    raise exception 'The magazine is not empty: %. An archive goes into an empty one only: a data folder that is not there yet, or a new project.',
      array_to_string(found[1:5], ', ') || case when cardinality(found) > 5 then ' and more' else '' end using errcode = 'PT409';
  end if;
  return to_jsonb(array(select u.id from auth.users u where u.id = any (accounts)));
end $$;

-- Writes the rows of a table of an archive. Raises 22023 for a row with other columns than the table's.
create function private.restore_table(p_archive uuid, p_table text, p_private_columns text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  columns text[] := private.archive_columns(p_table);
  line_columns text[] := array(select c from unnest(columns) c where c <> all (coalesce(p_private_columns, '{}')));
  short_name text := split_part(p_table, '.', 2);
  is_second boolean := (select t.part in ('private', 'audit-log') from private.archive_tables() t where t.name = p_table);
begin
  if exists (
    select from private.archive_lines l
    where l.archive = p_archive and l.table_name = short_name and l.in_second_file = is_second
      and (not l.line::jsonb ?& line_columns
           or (select count(*) from jsonb_object_keys(l.line::jsonb)) <> cardinality(line_columns))) then
    raise exception 'A row of % has other columns than the table', short_name using errcode = '22023';
  end if;
  execute format(
    'insert into %1$s (%2$s) overriding system value select %3$s from private.archive_lines l
     left join private.archive_lines s on $3 and s.archive = l.archive and s.table_name = l.table_name and s.in_second_file
       and s.line::jsonb -> ''id'' = l.line::jsonb -> ''id''
     cross join lateral jsonb_populate_record(null::%1$s, l.line::jsonb || coalesce(s.line::jsonb, ''{}'')) r
     where l.archive = $1 and l.table_name = %4$L and l.in_second_file = $2 %5$s',
    p_table, (select string_agg(format('%I', c), ', ') from unnest(columns) c),
    -- JSON's null and the database's are one in a line.
    (select string_agg(case when a.atttypid = 'jsonb'::regtype and a.attnotnull then format('coalesce(r.%I, ''null'')', a.attname)
       else format('r.%I', a.attname) end, ', ' order by a.attname)
     from pg_catalog.pg_attribute a where a.attrelid = p_table::regclass and a.attname = any (columns)),
    short_name, case when p_table = 'private.consent_wordings' then 'on conflict do nothing' else '' end)
  using p_archive, is_second, p_private_columns is not null;
end $$;

/* Writes all rows of an archive of this level into the empty magazine, in one transaction, without what a save does: no
   notification, no mail, no entry of the audit log, no new version. What is made of rows (references, words of the search)
   is made again, and the publisher finds all that readers see as changed, also what is scheduled. Raises what the tables'
   constraints raise, 22023 for lines that are missing or of another level, and PT409 as check_restore. */
create function public.finish_restore(p_archive uuid, p_level text, p_lines bigint) returns void
language plpgsql security definer set search_path = '' set statement_timeout = '15min'
as $$
declare listed record; moment record; first_event bigint;
begin
  -- One after the other.
  perform pg_advisory_xact_lock(hashtext('mantel.restore'));
  if p_level is distinct from (select max(version) from supabase_migrations.schema_migrations) then
    raise exception 'The archive has another level than the database' using errcode = '22023';
  end if;
  if p_lines <> (select count(*) from private.archive_lines l where l.archive = p_archive) then
    raise exception 'The database has lost rows of the archive: it was restarted. Restore again.' using errcode = '22023';
  end if;
  perform public.check_restore(p_archive);
  for listed in select t.name from private.archive_tables() t where t.part <> 'none' order by t.place desc loop
    execute format('alter table %s disable trigger user', listed.name);
  end loop;
  for listed in select t.* from private.archive_tables() t
    where t.part = 'content' and t.name <> 'private.consent_wordings'
      -- The log and the key of a new project stay where the archive has none.
      or t.part in ('private', 'audit-log') and exists (
        select from private.archive_lines l where l.archive = p_archive and l.table_name = split_part(t.name, '.', 2))
    order by t.place desc
  loop
    execute format('delete from %s where true', listed.name);
  end loop;
  for listed in select t.* from private.archive_tables() t where t.part <> 'none' order by t.place loop
    perform private.restore_table(p_archive, listed.name, listed.private_columns);
  end loop;
  perform private.hold_restored_letters();
  for listed in select t.name from private.archive_tables() t where t.part <> 'none' loop
    execute format('alter table %s enable trigger user', listed.name);
  end loop;
  perform private.set_sequences();
  perform private.make_derived_rows();
  perform private.enqueue_everything();
  delete from private.archive_lines l where l.archive = p_archive;
end $$;

-- Has all numbers that tables give to rows go on after the highest.
create function private.set_sequences() returns void
language plpgsql security definer set search_path = ''
as $$
declare numbered record; highest bigint;
begin
  for numbered in
    select t.name, a.attname, pg_get_serial_sequence(t.name, a.attname) as sequence
    from private.archive_tables() t join pg_catalog.pg_attribute a on a.attrelid = t.name::regclass and a.attidentity <> ''
    where t.part <> 'none'
  loop
    execute format('select max(%I) from %s', numbered.attname, numbered.name) into highest;
    perform setval(numbered.sequence, coalesce(highest, 1), highest is not null);
  end loop;
end $$;

-- Makes what is made of rows: which rows name which files. The words of the search are left to index_restored_stories, or to
-- the schedule. Nobody is told of days before.
create function private.make_derived_rows() returns void
language plpgsql security definer set search_path = ''
as $$
declare referring record;
begin
  delete from private.media_references where true;
  for referring in
    select c.oid::regclass as name, c.relname, trim(trailing '\000' from encode(t.tgargs, 'escape')) as key
    from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid
    where t.tgfoid = 'private.update_media_references'::regproc
  loop
    execute format(
      'insert into private.media_references (table_name, row_id, address, stem, public_from)
       select %1$L, r.stored ->> %2$L, a.address, private.file_stem(a.address), private.public_from(%1$L, r.stored)
       from (select private.naming_part(to_jsonb(t)) as stored from %3$s t) r, lateral private.addresses_in(r.stored) as a (address)',
      referring.relname, referring.key, referring.name);
  end loop;
  delete from private.story_words where true;
  delete from private.search_words where true;
  -- In no language: index_stories_again takes them as those of a magazine whose language was changed.
  insert into private.story_words (article_id, published_at, head_text, head, words, language)
  select a.id, a.published_at, '', '', '', '' from public.articles a where a.status = 'published' and a.deleted_at is null;
  update private.notifications_began set began_at = now() where true;
  perform private.notify_of_times();
  update public.notifications set read_at = now(), by_mail = false where true;
end $$;

-- Indexes some stories of a restored magazine for the search. Returns how many are left.
create function public.index_restored_stories(p_most integer) returns integer
language plpgsql security definer set search_path = ''
as $$ begin return private.index_stories_again(p_most); end $$;

-- Adds all rows that readers see to the outbox, with the times at which they change by themselves. Nobody outside is told of
-- what they saw before.
create function private.enqueue_everything() returns void
language plpgsql security definer set search_path = ''
as $$
declare shown record;
begin
  for shown in
    select c.oid::regclass as name, c.relname from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid
    where t.tgfoid = 'private.public_row_changed'::regproc
  loop
    execute format('insert into public.publish_outbox (entity, entity_id, is_silent) select %L, t.id::text, true from %s t',
      shown.relname, shown.name);
  end loop;
  insert into public.publish_outbox (entity, entity_id, due_at, is_silent)
  select due.entity, due.id, due.at, due.at <= now() from (
  select 'articles', a.id::text, greatest(a.published_at, now()) from public.articles a
  where a.status = 'published' and a.deleted_at is null
  union all
  select 'pages', p.id::text, now() from public.pages p where p.status = 'published'
  union all
  select 'letters', l.id::text, now() from public.letters l where l.frozen_at is not null
  union all
  select 'front_versions', v.id::text, greatest(moment, now()) from public.front_versions v,
    lateral (select v.live_from union
      select value::timestamptz from jsonb_path_query(v.blocks, '$[*].items[*]') item, unnest(array[item ->> 'from', item ->> 'until']) value
      where value::timestamptz > greatest(v.live_from, now())) as changes (moment)
  union all
  select 'media', m.id::text, moment from public.media m, unnest(array[m.usable_from, m.usable_until]) moment where moment > now()
  ) due (entity, id, at);
  perform pg_notify('publish', (select max(o.id) from public.publish_outbox o)::text);
end $$;
