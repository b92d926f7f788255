-- Limits in the units that matter to a page: bytes of a body, levels of its JSON, entries of a list, and the length of an
-- address, whose last part is the name of a file. A row from before a limit can be saved as long as the column in question
-- stays as it is. The same limits in the forms: src/domain/body/limits.ts, src/domain/sections/slug.ts.

-- Levels of objects and arrays.
create function private.max_json_depth() returns integer language sql immutable set search_path = '' as $$ select 100 $$;
-- Characters.
create function private.max_slug_length() returns integer language sql immutable set search_path = '' as $$ select 200 $$;

-- Whether a value has more levels of objects and arrays than private.max_json_depth.
create function private.is_too_deep(value jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_path_exists(value,
    ('strict $.**{' || private.max_json_depth() || '} ? (@.type() == "object" || @.type() == "array")')::jsonpath)
$$;

-- A number of bytes in words.
create function private.byte_words(bytes integer) returns text
language sql immutable set search_path = ''
as $$ select case when bytes < 1000000 then bytes / 1000 || ' kB' else bytes / 1000000 || ' MB' end $$;

-- Trigger with arguments: the column, what people call it, its maximum in bytes.
create function private.check_json_limits() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  new_value jsonb := to_jsonb(new) -> tg_argv[0];
  max_bytes integer := tg_argv[2];
begin
  if tg_op = 'UPDATE' and new_value is not distinct from to_jsonb(old) -> tg_argv[0] then return new; end if;
  if octet_length(new_value::text) > max_bytes then
    raise exception '% must be at most %', tg_argv[1], private.byte_words(max_bytes) using errcode = '23514';
  end if;
  if private.is_too_deep(new_value) then
    raise exception '% must be nested at most % levels deep', tg_argv[1], private.max_json_depth() using errcode = '23514';
  end if;
  return new;
end $$;

-- Trigger with arguments: the column, what people call it, its maximum of entries and in bytes.
create function private.check_list_limits() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  new_value jsonb := to_jsonb(new) -> tg_argv[0];
  max_entries integer := tg_argv[2];
  max_bytes integer := tg_argv[3];
begin
  if tg_op = 'UPDATE' and new_value is not distinct from to_jsonb(old) -> tg_argv[0] then return new; end if;
  if jsonb_array_length(new_value) > max_entries then
    raise exception '% must have at most % entries', tg_argv[1], max_entries using errcode = '23514';
  end if;
  if octet_length(new_value::text) > max_bytes then
    raise exception '% must be at most %', tg_argv[1], private.byte_words(max_bytes) using errcode = '23514';
  end if;
  return new;
end $$;

-- Trigger of tables with a column `facts`: a list of labels and values, [{"label": "Year", "value": "1971"}]. The same
-- limits in the forms: src/domain/story/fact.ts.
create function private.check_facts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare fact jsonb;
begin
  if tg_op = 'UPDATE' and new.facts = old.facts then return new; end if;
  if jsonb_typeof(new.facts) <> 'array' then
    raise exception 'House facts must be a list of labels and values' using errcode = '23514';
  end if;
  if jsonb_array_length(new.facts) > 20 then
    raise exception 'House facts must have at most 20 entries' using errcode = '23514';
  end if;
  for fact in select value from jsonb_array_elements(new.facts) loop
    if jsonb_typeof(fact -> 'label') is distinct from 'string' or jsonb_typeof(fact -> 'value') is distinct from 'string'
       or (select count(*) from jsonb_object_keys(fact)) <> 2 then
      raise exception 'House facts must be a list of labels and values' using errcode = '23514';
    end if;
    if trim(fact ->> 'label') = '' then
      raise exception 'Every fact needs a label' using errcode = '23514';
    end if;
    if char_length(fact ->> 'label') > 60 then
      raise exception 'The label of a fact must be at most 60 characters' using errcode = '23514';
    end if;
    if char_length(fact ->> 'value') > 300 then
      raise exception 'A fact must be at most 300 characters' using errcode = '23514';
    end if;
  end loop;
  return new;
end $$;

-- Trigger of a table with a column `captions`: texts by the address of their picture. The same limit in the forms:
-- src/domain/media/caption.ts.
create function private.check_captions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.captions = old.captions then return new; end if;
  if jsonb_typeof(new.captions) <> 'object'
     or exists (select 1 from jsonb_each(new.captions) where jsonb_typeof(value) <> 'string') then
    raise exception 'Captions must be texts by the address of their picture' using errcode = '23514';
  end if;
  if exists (select 1 from jsonb_each_text(new.captions) where char_length(value) > 2000) then
    raise exception 'A caption must be at most 2,000 characters' using errcode = '23514';
  end if;
  if octet_length(new.captions::text) > 500000 then
    raise exception 'Captions must be at most %', private.byte_words(500000) using errcode = '23514';
  end if;
  return new;
end $$;

-- Trigger with an argument: what people call the slug.
create function private.check_slug_length() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if char_length(new.slug) > private.max_slug_length() and (tg_op = 'INSERT' or new.slug <> old.slug) then
    raise exception '% must be at most % characters', tg_argv[0], private.max_slug_length() using errcode = '23514';
  end if;
  return new;
end $$;
