-- What is stored of a file is its path in the storage, not the address of the day: see private.with_stored_paths.

create or replace function private.with_stored_paths(p_value jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  value text := p_value::text;
  -- JSON within a text may write a slash with backslashes.
  slash constant text := '\\*/';
  folder constant text := replace('/storage/v1/object/public/(media|fonts)/', '/', slash);
  host constant text := replace('https?://[^\s"''<>\\/?#()]+(?:/[A-Za-z0-9_.~-]+){0,4}', '/', slash);
begin
  if strpos(value, 'storage') = 0 or value !~* (host || folder) then return p_value; end if;
  return (
    select string_agg(case
      when exists (select from private.own_addresses o where lower(o.address) = found.origin || '/storage/v1/object/public/')
        or private.is_used_storage_path(found.bucket, found.file)
        or found.bucket = 'media' and exists (
          select from public.media m where found.file in (m.storage_path, m.thumbnail_path))
      then substr(part, char_length(match[1]) + 1) else part end, '' order by place)
    from (
      select part, place, case when strpos(part, 'storage') > 0 then regexp_match(part,
        '^(' || host || ')' || folder || '([^\s"''<>?#&()\\]+(?:\\+/[^\s"''<>?#&()\\]+)*)', 'i') end as match
      from regexp_split_to_table(value, '(?=https?:)', 'i') with ordinality as parts (part, place)
      -- Each is matched once.
      offset 0) as parts,
      lateral (select lower(replace(match[1], '\', '')), match[2],
        private.percent_decoded(rtrim(replace(match[3], '\', ''), '.,;:!*')) offset 0) as found (origin, bucket, file))::jsonb;
end $$;

create or replace function private.store_paths() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare given jsonb := to_jsonb(new); stored jsonb := private.with_stored_paths(given);
begin
  if stored <> given then new := jsonb_populate_record(new, stored); end if;
  return new;
end $$;

create trigger addresses_as_paths before insert or update on public.articles
for each row execute function private.store_paths();
create trigger addresses_as_paths before insert or update on public.author_profiles
for each row execute function private.store_paths();
create trigger addresses_as_paths before insert or update on public.categories
for each row execute function private.store_paths();
create trigger addresses_as_paths before insert or update on public.front_versions
for each row execute function private.store_paths();
create trigger addresses_as_paths before insert or update on public.pages
for each row execute function private.store_paths();
create trigger addresses_as_paths before insert or update on public.slug_redirects
for each row execute function private.store_paths();
create trigger addresses_as_paths before insert or update on public.site_settings
for each row execute function private.store_paths();
create trigger addresses_as_paths before insert or update on public.article_templates
for each row execute function private.store_paths();
create trigger addresses_as_paths before insert or update on public.article_working_copies
for each row execute function private.store_paths();
create trigger addresses_as_paths before insert or update of font_file_path on public.fonts
for each row execute function private.store_paths();
create trigger addresses_as_paths before insert on public.comment_threads
for each row execute function private.store_paths();

-- What is stored already. Nothing that readers see changes: no version, no entry in the outbox or in a history.
do $$
declare name text; columns text; new_values text;
begin
  foreach name in array array['articles', 'author_profiles', 'categories', 'front_versions', 'pages', 'slug_redirects',
    'site_settings', 'article_templates', 'article_working_copies', 'article_revisions', 'fonts', 'comment_threads']
  loop
    select string_agg(format('%I', c.column_name), ', '), string_agg(format('s.%I', c.column_name), ', ')
    into columns, new_values
    from information_schema.columns c
    where c.table_schema = 'public' and c.table_name = name and c.is_generated = 'NEVER'
      and c.data_type in ('text', 'jsonb', 'ARRAY');
    execute format('alter table public.%I disable trigger user', name);
    execute format('update public.%1$I t set (%2$s) = row(%3$s)
      from (select r.ctid as place, private.with_stored_paths(to_jsonb(r)) as stored from public.%1$I r
            where strpos(r::text, %4$L) > 0) found, jsonb_populate_record(null::public.%1$I, found.stored) s
      where t.ctid = found.place and found.stored <> to_jsonb(t)', name, columns, new_values, 'storage');
    execute format('alter table public.%I enable trigger user', name);
  end loop;
end $$;
