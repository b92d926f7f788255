-- The media library: the files, the right to show them, and the focus of pictures.

-- Whether an array is a focus: percent of the picture's width and height, from the left and from the top.
create function private.is_focus(p_focus smallint[]) returns boolean
language sql immutable set search_path = ''
as $$
  select array_ndims(p_focus) = 1 and cardinality(p_focus) = 2 and array_position(p_focus, null) is null
    and 0 <= all (p_focus) and 100 >= all (p_focus)
$$;
grant execute on function private.is_focus(smallint[]) to authenticated, service_role;

create table public.media (
  id uuid primary key default gen_random_uuid(),
  filename text not null check (char_length(filename) <= 500),
  original_filename text not null check (char_length(original_filename) <= 500),
  mime_type text not null check (char_length(mime_type) <= 200),
  size_bytes bigint not null check (size_bytes between 0 and 52428800),
  uploaded_by uuid references public.profiles (id) on delete set null,
  storage_path text not null unique check (char_length(storage_path) <= 1000),
  -- Pictures only. Derived from storage_path, so that a list that knows only a picture's address can show the thumbnail.
  thumbnail_path text unique check (thumbnail_path = regexp_replace(storage_path, '\.[^./]*$', '') || '-thumb.webp'),
  alt_text text check (char_length(alt_text) <= 1000),
  caption text check (char_length(caption) <= 2000),
  width integer check (width > 0),
  height integer check (height > 0),
  created_at timestamptz not null default now(),
  -- The point that stays in sight wherever the picture is cropped. Null means the middle.
  focus smallint[] check (private.is_focus(focus)),
  -- Who is named beside the picture.
  credit text check (char_length(credit) <= 300),
  -- Where it comes from: an agency, an archive, an address. For the staff only.
  source text check (char_length(source) <= 500),
  -- The name of the licence, and the address of its text.
  licence text check (char_length(licence) <= 200),
  licence_url text check (licence_url ~ '^https?://[^[:space:]]+$' and char_length(licence_url) <= 2000),
  -- What the licence does not allow, in words. For the staff only.
  restriction text check (char_length(restriction) <= 2000),
  -- The right to show the file holds from and until these times; null: without a begin or an end.
  usable_from timestamptz constraint media_usable_from_finite check (isfinite(usable_from)),
  usable_until timestamptz constraint media_usable_until_finite check (isfinite(usable_until)),
  -- Whether the people or the house shown have agreed in writing.
  release_on_file boolean not null default false,
  -- Null: not known.
  made_by text check (made_by in ('photograph', 'rendering', 'generated')),
  -- Why an editor had it shown outside of that time, and since when.
  rights_override text check (char_length(rights_override) <= 500),
  rights_override_at timestamptz,
  constraint media_usable_period_check check (usable_from < usable_until),
  -- A path inside the bucket, without segments that lead out of it: the publisher fetches what it names.
  constraint media_storage_path_is_in_bucket_check check (
    storage_path ~ '^[^/\\?#%\u0001-\u001f\u007f]+(/[^/\\?#%\u0001-\u001f\u007f]+)*$'
    and storage_path !~ '(^|/)\.\.?(/|$)')
);
create index media_created_idx on public.media (created_at desc);
create index media_uploaded_by_idx on public.media (uploaded_by);
create index media_usable_until_idx on public.media (usable_until);

-- What staff search.
create function public.search_text(public.media) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text(concat_ws(' ', $1.original_filename, $1.alt_text, $1.caption, $1.credit, $1.licence)) $$;
grant execute on function public.search_text(public.media) to authenticated;

-- Whether a text has words, each of which is a list of LIKE patterns of which the text has to match one.
create function private.has_words(p_text text, p_words jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select not exists (
    select 1 from jsonb_array_elements(p_words) word
    where p_text not like all (array(select jsonb_array_elements_text(word))))
$$;
grant execute on function private.has_words(text, jsonb) to authenticated;

-- The same words. Raises 22023 for more than any search has: the admin sends 6 kB at most.
create function private.checked_words(p_words jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  if char_length(p_words::text) > 20000 then
    raise exception 'Search for fewer or shorter words' using errcode = '22023';
  end if;
  return p_words;
end $$;
grant execute on function private.checked_words(jsonb) to authenticated;

-- Whether the right to show a file holds at a time. An override replaces the begin, and an end that had passed when it was
-- given.
create function private.is_usable(
  p_usable_from timestamptz, p_usable_until timestamptz, p_override_at timestamptz, p_at timestamptz)
returns boolean
language sql immutable set search_path = ''
as $$
  select (p_usable_from is null or p_usable_from <= p_at or p_override_at is not null)
    and (p_usable_until is null or p_usable_until > p_at or coalesce(p_override_at >= p_usable_until, false))
$$;
grant execute on function private.is_usable(timestamptz, timestamptz, timestamptz, timestamptz) to anon, authenticated;

alter table public.media enable row level security;
grant select (id, filename, mime_type, size_bytes, storage_path, thumbnail_path, alt_text, caption, width, height,
  created_at, focus, credit, licence, licence_url, made_by)
on public.media to anon;
grant select, insert, update, delete on public.media to authenticated;
create policy "readers see the files of what is published" on public.media for select to anon
using (private.is_usable(usable_from, usable_until, rights_override_at, private.moment())
       and private.is_published_file(storage_path));
create policy "writers see all files" on public.media for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "writers upload media" on public.media for insert to authenticated
with check ((select public.has_role('super_admin', 'editor', 'contributor')) and uploaded_by = (select auth.uid()));
create policy "writers describe their media" on public.media for update to authenticated
using ((select public.has_role('super_admin', 'editor'))
       or ((select public.has_role('contributor')) and uploaded_by = (select auth.uid())))
with check ((select public.has_role('super_admin', 'editor'))
            or ((select public.has_role('contributor')) and uploaded_by = (select auth.uid())));
create policy "editors delete media" on public.media for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));
create trigger limit_added_rows after insert on public.media referencing new table as added_now
for each statement execute function private.limit_added_rows('files', '5000');

/* The files of what is published, for accounts that do not write: rows with the columns that visitors read, all others
   empty or, where they may not be, with what says nothing. The name that a file was uploaded with is the one that it is
   stored under. p_words are the words that are searched for, each with the LIKE patterns of which search_text has to match
   one. Those who write read the table, and no row here. */
create function public.published_files(p_words jsonb default '[]') returns setof public.media
language sql stable security definer set search_path = ''
as $$
  with readable as (
    select array_agg(a.attname::text) as names from pg_catalog.pg_attribute a
    where a.attrelid = 'public.media'::regclass and a.attnum > 0 and not a.attisdropped
      and has_column_privilege('anon', a.attrelid, a.attnum, 'select'))
  select shown.* from readable cross join public.media m,
    jsonb_populate_record(null::public.media,
      jsonb_build_object('original_filename', m.filename, 'release_on_file', false)
      || (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(m)) where key = any (readable.names))) shown
  where not (select public.has_role('super_admin', 'editor', 'contributor'))
    and private.is_usable(m.usable_from, m.usable_until, m.rights_override_at, private.moment())
    and private.is_published_file(m.storage_path)
    and (p_words = '[]' or private.has_words(public.search_text(shown), (select private.checked_words(p_words))))
$$;
grant execute on function public.published_files(jsonb) to authenticated;

-- Whether a file is published and the caller no editor: readers see its words and its focus as they are.
create function private.is_file_of_editors(p_path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not private.is_service() and not public.has_role('super_admin', 'editor') and private.is_published_file(p_path)
$$;

-- The description of a file belongs to its uploader: with the path of another file, one of the site itself among them, a
-- new row would describe a picture that readers see.
create function private.before_media_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_service() and new.uploaded_by = auth.uid()
     and split_part(new.storage_path, '/', 1) <> auth.uid()::text then
    raise exception 'Only files that you have uploaded yourself can be added to the library' using errcode = '23514';
  end if;
  if private.is_file_of_editors(new.storage_path) then
    raise exception 'This file is published. An editor can add it to the library.' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger before_media_insert before insert on public.media
for each row execute function private.before_media_insert();

-- An update changes the description of a file, never the file itself or its uploader, who becomes null when the account
-- is deleted.
create function private.before_media_update() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_service() or current_setting('mantel.replaced_media', true) = old.id::text then return new; end if;
  new.id := old.id;
  new.created_at := old.created_at;
  new.storage_path := old.storage_path;
  new.thumbnail_path := old.thumbnail_path;
  new.filename := old.filename;
  new.mime_type := old.mime_type;
  new.size_bytes := old.size_bytes;
  new.uploaded_by := old.uploaded_by;
  if to_jsonb(new) <> to_jsonb(old) and private.is_file_of_editors(old.storage_path) then
    raise exception 'This file is published. An editor can change its texts and its focus.' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger before_media_update before update on public.media
for each row execute function private.before_media_update();

-- An override is given by an editor, while the right does not hold.
create function private.before_rights_override() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.rights_override := nullif(trim(new.rights_override), '');
  if tg_op = 'UPDATE' and new.rights_override is not distinct from old.rights_override then
    new.rights_override_at := old.rights_override_at;
    return new;
  end if;
  if not private.is_service() then
    if not public.has_role('super_admin', 'editor') then
      raise exception 'Only editors have a file shown outside of the time for which it may be used' using errcode = '42501';
    end if;
    if new.rights_override is not null and private.is_usable(new.usable_from, new.usable_until, null, now()) then
      raise exception 'This file may be used now: no reason is needed to show it' using errcode = '23514';
    end if;
    new.rights_override_at := now();
  end if;
  new.rights_override_at := case when new.rights_override is not null then coalesce(new.rights_override_at, now()) end;
  return new;
end $$;
create trigger before_rights_override_insert before insert on public.media
for each row when (new.rights_override is not null or new.rights_override_at is not null)
execute function private.before_rights_override();
create trigger before_rights_override before update on public.media
for each row when (new.rights_override is distinct from old.rights_override
                   or new.rights_override_at is distinct from old.rights_override_at)
execute function private.before_rights_override();

-- Adds to the outbox when the right to show a file will begin and end.
create function private.schedule_rights() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare moment timestamptz;
begin
  foreach moment in array array_remove(array[new.usable_from, new.usable_until], null) loop
    if moment > clock_timestamp() then perform private.enqueue('media', new.id::text, moment); end if;
  end loop;
  return null;
end $$;
create trigger schedule_rights after insert or update of usable_from, usable_until on public.media
for each row execute function private.schedule_rights();

create function private.log_rights_override() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.add_audit_entry('rights', 'media', new.id::text, private.audit_subject('media', to_jsonb(new)),
    coalesce('Shown outside of the time of its right: ' || new.rights_override, 'Not shown outside of the time of its right any more'));
  return null;
end $$;
create trigger log_rights_override_insert after insert on public.media
for each row when (new.rights_override is not null) execute function private.log_rights_override();
create trigger log_rights_override after update of rights_override on public.media
for each row when (new.rights_override is distinct from old.rights_override) execute function private.log_rights_override();
create trigger public_row_changed after insert or update or delete on public.media
for each row execute function private.public_row_changed();
create trigger log_delete after delete on public.media
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- Whether readers see a file, so that only editors change its texts and its focus.
create function public.is_media_published(p_media uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.media m where m.id = p_media and private.is_published_file(m.storage_path))
$$;
grant execute on function public.is_media_published(uuid) to authenticated;

-- The number of files of a kind, and their total size. p_words as of published_files.
create function public.media_totals(
  p_kind text default 'all', p_words jsonb default '[]', p_uploader uuid default null)
returns table (files bigint, bytes bigint)
language sql stable security invoker set search_path = ''
as $$
  select count(*), coalesce(sum(m.size_bytes), 0)::bigint
  from (select * from public.media file
        where p_words = '[]' or private.has_words(public.search_text(file), (select private.checked_words(p_words)))
        union all select * from public.published_files(p_words)) m
  where (p_uploader is null or m.uploaded_by = p_uploader)
    and case p_kind
      when 'images' then m.mime_type like 'image/%'
      when 'videos' then m.mime_type like 'video/%'
      when 'documents' then m.mime_type not like all (array['image/%', 'video/%', 'audio/%'])
      when 'ending' then m.usable_until > now() and m.usable_until <= now() + interval '30 days'
      when 'ended' then m.usable_until <= now()
      when 'uncredited' then m.mime_type like 'image/%' and m.credit is null
      when 'undescribed' then m.mime_type like 'image/%' and coalesce(m.alt_text, '') = ''
      else true end
$$;
grant execute on function public.media_totals(text, jsonb, uuid) to authenticated;

-- What the publisher finds to be the focus of a picture. Apart from media, so that a proposal publishes nothing.
create table public.media_focus_proposals (
  media_id uuid primary key references public.media (id) on delete cascade,
  focus smallint[] not null check (private.is_focus(focus))
);
alter table public.media_focus_proposals enable row level security;
grant select on public.media_focus_proposals to authenticated;
create policy "writers see focus proposals" on public.media_focus_proposals for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));

-- The pictures without a proposal, newest first. For the publisher, with the secret key only.
create function public.list_media_without_focus_proposal(p_take integer default 100)
returns table (id uuid, storage_path text, thumbnail_path text)
language sql stable security invoker set search_path = ''
as $$
  select m.id, m.storage_path, m.thumbnail_path
  from public.media m
  where m.mime_type in ('image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'image/tiff')
    and not exists (select 1 from public.media_focus_proposals p where p.media_id = m.id)
  order by m.created_at desc, m.id
  limit p_take
$$;
