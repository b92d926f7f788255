-- Which rows name which stored files, by whatever spelling of an address: what readers see of a file, and who may change
-- it, follows from that. A file of the library and one without a row are named alike.

-- A text as a browser reads it: with character references of HTML and escapes of JSON replaced by their characters. Tabs and
-- line breaks that are written so are left out, as browsers do in addresses.
create function private.unescape_text(p_text text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  -- References to other signs of ASCII have no name.
  named jsonb := '{"amp": "&", "sol": "/", "period": ".", "colon": ":", "lowbar": "_", "UnderBar": "_", "num": "#",
    "percnt": "%", "bsol": "\\", "quest": "?", "equals": "=", "commat": "@", "dollar": "$", "plus": "+", "comma": ",",
    "semi": ";", "excl": "!", "ast": "*", "midast": "*", "lpar": "(", "rpar": ")", "lsqb": "[", "lbrack": "[",
    "rsqb": "]", "rbrack": "]", "lcub": "{", "lbrace": "{", "rcub": "}", "rbrace": "}", "verbar": "|", "vert": "|",
    "VerticalLine": "|", "Hat": "^", "grave": "`", "DiacriticalGrave": "`", "fjlig": "fj", "quot": "\"", "QUOT": "\"",
    "apos": "''", "lt": "<", "gt": ">", "AMP": "&", "nbsp": " ", "Tab": "", "NewLine": ""}';
  escape text; digits text; code bigint; sign text;
begin
  if p_text !~ '&|\\u' then return p_text; end if;
  for escape in
    select match[1]
    from regexp_matches(p_text, '(&#[0-9]+;?|&#[xX][0-9A-Fa-f]+;?|&[A-Za-z]+;|\\u[0-9A-Fa-f]{4})', 'g') as match
    group by 1 order by char_length(match[1]) desc
  loop
    if escape ~ '^&[A-Za-z]' then sign := named ->> btrim(escape, '&;');
    else
      digits := ltrim(substring(escape from '([0-9A-Fa-f]+);?$'), '0');
      code := case when digits = '' or char_length(digits) > 7 then 0
        when escape ~ '^&#[0-9]' then digits::bigint
        else ('x' || lpad(digits, 8, '0'))::bit(32)::bigint end;
      sign := case when code in (9, 10, 13) then ''
        when code between 32 and 55295 or code between 57344 and 1114111 then chr(code::integer) end;
    end if;
    if sign is not null then p_text := replace(p_text, escape, sign); end if;
  end loop;
  return p_text;
end $$;

-- An address with %20 and the like decoded. What is not UTF-8 stays, since no file has such a name.
create function private.percent_decoded(p_address text) returns text
language plpgsql immutable set search_path = ''
as $$
declare encoded text;
begin
  if p_address !~ '%[0-9A-Fa-f]{2}' then return p_address; end if;
  for encoded in
    select match[1] from regexp_matches(p_address, '((?:%[0-9A-Fa-f]{2})+)', 'g') as match
    group by 1 order by char_length(match[1]) desc
  loop
    begin
      p_address := replace(p_address, encoded, convert_from(decode(replace(encoded, '%', ''), 'hex'), 'UTF8'));
    exception when others then null;
    end;
  end loop;
  return p_address;
end $$;

/* The path of the file that an address names, decoded: of an address that begins with p_folder, the address of a bucket;
   null for any other, one that leads out of the folder among them. Query and fragment do not count. The same rule as
   storedFilePath in src/domain/media/stored-file-path.ts; tests/fixtures/file-addresses.ts has the cases of both. */
create function private.stored_file_path(p_address text, p_folder text) returns text
language plpgsql immutable set search_path = ''
as $$
declare address text := split_part(split_part(p_address, '?', 1), '#', 1); path text;
begin
  if not starts_with(address, p_folder) then return null; end if;
  path := substr(address, char_length(p_folder) + 1);
  if path !~* '^(?:(?!\.\.?(?:/|$))(?:[A-Za-z0-9!$&''()*+,;=:@_~.-]|%(?![01]|2[5EF]|5C|7F)[0-9A-F]{2})+(?:/(?!$)|$))+$' then
    return null;
  end if;
  path := private.percent_decoded(path);
  return case when strpos(path, '%') = 0 then path end;
end $$;

-- An address without query and fragment, with %20 and the like decoded, and without `.` and `..`.
create function private.plain_address(p_address text) returns text
language plpgsql immutable set search_path = ''
as $$
declare address text := replace(private.percent_decoded(split_part(split_part(p_address, '?', 1), '#', 1)), '\', '/');
begin
  if address ~ '/\.\.?(/|$)' then
    address := regexp_replace(address, '/\.(?=/|$)', '', 'g');
    for step in 1 .. 20 loop
      exit when address !~ '/[^/]+/\.\.(/|$)';
      address := regexp_replace(address, '/[^/]+/\.\.(?=/|$)', '', 'g');
    end loop;
  end if;
  -- A path in a bucket has at most 1,000 characters.
  return right(btrim(address), 1001);
end $$;

/* The addresses in the texts of a row. In quotation marks, and as a whole value, an address may have blanks. Where it is
   not clear which signs belong to it, each reading is returned: `at /a(1).webp).` names /a, /a(1).webp and /a(1).webp).
   In PL/pgSQL, which keeps its plan. */
create function private.addresses_in(p_row jsonb) returns setof text
language plpgsql immutable set search_path = ''
as $$
begin
  return query
  -- Materialized: else the last condition is tried before the union.
  with stored as (
    select v #>> '{}' as value from jsonb_path_query(p_row, 'strict $.** ? (@.type() == "string")') v
    where v #>> '{}' ~ '[/\\&%]'
  ), read_as_json as (
    select value from stored
    union select regexp_replace(regexp_replace(value, '\\[ntr]', '', 'g'), '\\(["\\/])', '\1', 'g')
    from stored where strpos(value, '\') > 0
  ), slashed as (
    select value from read_as_json
    -- Browsers read a backslash in an address as a slash.
    union select replace(value, '\', '/') from read_as_json where strpos(value, '\') > 0
  ), texts as (
    select value from slashed
    -- Only where a slash, or the begin of an address, is written so: the addresses found are unescaped below.
    union select private.unescape_text(value) from slashed
    where value ~ '&(#|sol;|bsol;|colon;|Tab;|NewLine;)|\\u'
  ), addresses as materialized (
    select value as address from texts where value ~* '^\s*(https?:|/)' and char_length(value) <= 4000
    union select match[1] from texts, regexp_matches(value, '"\s*((?:https?:|/)[^"<>\\]*)(?=\\?")', 'gi') as match
    union select match[1] from texts, regexp_matches(value, '''\s*((?:https?:|/)[^''<>\\]*)(?='')', 'gi') as match
    union select match[1]
    from texts, regexp_matches(value, '(?<!<)([^[:space:]"''<>()\\?#&,;]*/[^[:space:]"''<>()\\?#&,;]+)', 'g') as match
    union select run
    from texts, regexp_matches(value, '(?<!<)([^[:space:]"<>\\]*/[^[:space:]"<>\\]+)', 'g') as match,
      lateral (values (match[1]), (rtrim(match[1], '.,;:!?''()[]{}*&'))) as reading (run)
  ), plain as materialized (
    select distinct private.plain_address(
      private.unescape_text(right(regexp_replace(address, '[\t\n\r]', '', 'g'), 4000))) as address
    from addresses
  )
  select p.address from plain p where strpos(p.address, '/') > 0;
end $$;

-- What files of one picture have in common: the name at the end of a path or address without its ending; a thumbnail has the
-- stem of its original.
create function private.file_stem(p_path text) returns text
language sql immutable set search_path = ''
as $$ select left(regexp_replace(substring(p_path from '[^/]*$'), '(-thumb\.webp|\.[^.]*)$', ''), 200) $$;

-- Whether an address (plain_address) names a stored file: it ends with its path. Who names a picture names its thumbnail,
-- and the other way around.
create function private.is_address_of(p_address text, p_path text) returns boolean
language sql immutable set search_path = ''
as $$
  select right('/' || p_address, char_length(p_path) + 1) = '/' || p_path
    -- Both without their endings.
    or '-thumb.webp' in (right(p_path, 11), right(p_address, 11))
      and right('/' || regexp_replace(p_address, '(-thumb\.webp|\.[^./]*)$', ''),
            char_length(regexp_replace(p_path, '(-thumb\.webp|\.[^./]*)$', '')) + 1)
          = '/' || regexp_replace(p_path, '(-thumb\.webp|\.[^./]*)$', '')
$$;

-- The addresses that the rows of a table hold. Without a key: addresses are longer than an index takes.
create table private.media_references (
  id bigint generated always as identity primary key,
  table_name text not null,
  row_id text not null,
  address text not null,
  -- private.file_stem of the address.
  stem text not null,
  -- Since when readers see the row, also in the future; null: they do not.
  public_from timestamptz
);
create index media_references_row_idx on private.media_references (row_id, table_name);
create index media_references_stem_idx on private.media_references (stem);
alter table private.media_references enable row level security;

-- Since when readers see a row, also in the future; null: they do not. Rows of a table without states are always seen.
create function private.public_from(p_table text, p_row jsonb) returns timestamptz
language sql immutable set search_path = ''
as $$
  select case
    when p_table in ('article_templates', 'article_working_copies') then null
    when p_table = 'front_versions' then (p_row ->> 'live_from')::timestamptz
    when p_table = 'letters' then (p_row ->> 'frozen_at')::timestamptz
    when not p_row ? 'status' then '-infinity'
    when p_row ->> 'status' = 'published' and p_row ->> 'deleted_at' is null
      then coalesce((p_row ->> 'published_at')::timestamptz, '-infinity')
  end
$$;

-- What of a row names files: not what it had before; of a letter its content once it is frozen, of which its mail is made, too.
create function private.naming_part(p_row jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select p_row - array['former', 'html', 'plain_text']
    - case when p_row ->> 'frozen_at' is null then array[]::text[] else array['blocks'] end
$$;

/* The files of the library that a row names and that may not be shown at a time: `files`, their names with the reasons, null
   when there are none, and the id of the first. Only the references p_addresses are looked at; null: all. */
create function private.refused_files(
  p_table text, p_row_id text, p_at timestamptz, p_addresses text[], out files text, out first text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  select string_agg(format('“%s” %s', f.name, f.reason), ', ' order by f.name), min(f.id::text)
  into files, first from (
    select distinct m.id, m.original_filename as name, case
      when m.usable_from > p_at then 'may be shown only from '
        || to_char(m.usable_from at time zone private.time_zone(), 'YYYY-MM-DD HH24:MI')
      else 'may be shown only until '
        || to_char(m.usable_until at time zone private.time_zone(), 'YYYY-MM-DD HH24:MI') end as reason
    from private.media_references r
    join public.media m on private.file_stem(m.storage_path) = r.stem
    where r.table_name = p_table and r.row_id = p_row_id and (p_addresses is null or r.address = any (p_addresses))
      and (m.usable_from is not null or m.usable_until is not null)
      and not private.is_usable(m.usable_from, m.usable_until, m.rights_override_at, p_at)
      and private.is_address_of(r.address, m.storage_path)) f;
end $$;
grant execute on function private.refused_files(text, text, timestamptz, text[]) to service_role;

/* Raises 23514 when a row that shall be published names files of the library that may not be shown at that time. Only the
   references p_addresses are looked at; null: all. The error's detail is the id of the first such file. In a preview of a
   day nothing is refused. */
create function private.require_rights(p_table text, p_row_id text, p_at timestamptz, p_addresses text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare refused record;
begin
  -- Where a file is replaced, the new one is shown or not as the old one was.
  if p_addresses = '{}' or current_setting('mantel.replaced_media', true) <> ''
     or current_setting('mantel.moment', true) <> '' then
    return;
  end if;
  select * into refused from private.refused_files(p_table, p_row_id, p_at, p_addresses);
  if refused.files is not null then
    raise exception 'Not published: %. Use another file, or let an editor give a reason to show it in the media library.',
      refused.files using errcode = '23514', detail = refused.first;
  end if;
end $$;

/* A value with the paths of stored files (/storage/v1/object/public/media/…) in place of their addresses, which change when
   the API gets another port or host. Of this magazine is what begins like one of private.own_addresses, and on any
   other host what names a file that this magazine has stored. Who reads puts the present address in front (withFileAddresses
   in src/domain/media/media-address.ts). */
create function private.with_stored_paths(p_value jsonb) returns jsonb
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

-- Trigger of tables whose texts name files: what is stored is the path of a file, not the address of the day.
create function private.store_paths() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare given jsonb := to_jsonb(new); stored jsonb := private.with_stored_paths(given);
begin
  if stored <> given then new := jsonb_populate_record(new, stored); end if;
  return new;
end $$;

-- Trigger of tables whose texts name files. Argument: the column with the id of the row. The table's name as text:
-- tg_table_name has the collation "C", with which no index of media_references can be used.
create function private.update_media_references() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner_table text := tg_table_name;
  old_row jsonb := case when tg_op <> 'INSERT' then private.naming_part(to_jsonb(old)) end;
  new_row jsonb := case when tg_op <> 'DELETE' then private.naming_part(to_jsonb(new)) end;
  owner_id text := coalesce(new_row, old_row) ->> tg_argv[0];
  seen_from timestamptz := private.public_from(owner_table, new_row);
  seen_before timestamptz := private.public_from(owner_table, old_row);
  -- They name no file, so that a publish reads no text.
  ignored text[] := array['updated_at', 'version', 'status', 'published_at', 'publish_at', 'deleted_at', 'hero',
    'featured', 'read_time'];
  addresses text[]; added text[] := '{}';
begin
  if tg_op = 'DELETE' then
    delete from private.media_references r where r.table_name = owner_table and r.row_id = owner_id;
    return null;
  end if;
  if tg_op = 'INSERT' or old_row - ignored <> new_row - ignored then
    addresses := array(select private.addresses_in(new_row));
    delete from private.media_references r
    where r.table_name = owner_table and r.row_id = owner_id and r.address <> all (addresses);
    added := array(
      select a from unnest(addresses) a
      where a not in (select r.address from private.media_references r
                      where r.table_name = owner_table and r.row_id = owner_id));
    insert into private.media_references (table_name, row_id, address, stem, public_from)
    select owner_table, owner_id, a, private.file_stem(a), seen_from from unnest(added) a;
  end if;
  update private.media_references r set public_from = seen_from
  where r.table_name = owner_table and r.row_id = owner_id and r.public_from is distinct from seen_from;
  if seen_from is not null then
    -- What readers were shown before only ceases to be shown.
    perform private.require_rights(owner_table, owner_id, greatest(seen_from, now()),
      case when seen_before = seen_from then added end);
  end if;
  return null;
end $$;

/* Whether a row that readers see names a stored file of the media library, given by its path. Readers see the rows of
   `media` of such files only, and nobody below editor changes what they see of one: every policy and trigger asks here.
   In PL/pgSQL, which keeps its plan. */
create function private.is_published_file(p_path text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from private.media_references r
    where r.stem = private.file_stem(p_path) and r.public_from <= private.moment() and private.is_address_of(r.address, p_path));
end $$;
grant execute on function private.is_published_file(text) to anon, authenticated, service_role;

-- Whether a text or a value of JSON names a stored file.
create function private.names_file(p_value jsonb, p_path text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from private.addresses_in(p_value) a where private.is_address_of(a, p_path)) $$;
grant execute on function private.names_file(jsonb, text) to authenticated, service_role;

-- The ids of the rows of a table that name a stored file.
create function private.rows_naming_file(p_path text, p_table text) returns setof text
language sql stable security definer set search_path = ''
as $$
  select distinct r.row_id from private.media_references r
  where r.stem = private.file_stem(p_path) and r.table_name = p_table and private.is_address_of(r.address, p_path)
$$;
grant execute on function private.rows_naming_file(text, text) to authenticated, service_role;
