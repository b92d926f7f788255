-- The words of a file are read only where words are searched for.

/* The files of what is published, for accounts that do not write: rows with the columns that visitors read, all others
   empty or, where they may not be, with what says nothing. The name that a file was uploaded with is the one that it is
   stored under. p_words are the words that are searched for, each with the LIKE patterns of which search_text has to match
   one. Those who write read the table, and no row here. */
create or replace function public.published_files(p_words jsonb default '[]') returns setof public.media
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

-- The number of files of a kind, and their total size. p_words as of published_files.
create or replace function public.media_totals(
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
