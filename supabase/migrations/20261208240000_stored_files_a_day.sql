-- How many files an account may store in 24 hours.

/* Counts rows that a person adds to a table, where they are called p_rows. Raises p_code for more than p_most in 24 hours,
   counted by the hour. */
create or replace function private.count_added_rows(p_person uuid, p_table text, p_rows text, p_number bigint, p_most integer,
  p_code text default 'PT429')
returns void
language plpgsql security definer set search_path = ''
as $$
declare this_hour timestamptz := date_trunc('hour', now());
begin
  insert into private.added_rows as a (profile_id, table_name, hour, number)
  values (p_person, p_table, this_hour, p_number)
  on conflict (profile_id, table_name, hour) do update set number = a.number + excluded.number;
  delete from private.added_rows where hour < this_hour - interval '24 hours';
  if p_most < (select sum(a.number) from private.added_rows a where a.profile_id = p_person and a.table_name = p_table) then
    raise exception 'Nobody can add more than % % in 24 hours', to_char(p_most, 'FM999,999'), p_rows using errcode = p_code;
  end if;
end $$;

/* Trigger for inserts by accounts, with arguments: what the rows are called, and how many a person may add in 24 hours. Far more
   than anybody makes by hand or imports; it stops scripts. The secret key is not counted. */
create or replace function private.limit_added_rows() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare added bigint := (select count(*) from added_now);
begin
  if added > 0 and auth.uid() is not null and not private.is_service() then
    perform private.count_added_rows(auth.uid(), tg_table_name, tg_argv[0], added, tg_argv[1]::integer);
  end if;
  return null;
end $$;

create or replace function private.guard_stored_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if new.owner_id is not null
       and (new.bucket_id, new.name, new.version) is distinct from (old.bucket_id, old.name, old.version) then
      raise exception 'A stored file cannot be replaced' using errcode = '42501';
    end if;
    return new;
  end if;
  -- By the owner: Storage adds the row with its own key. It tells a refusal from a failure by this code alone. A picture is
  -- stored with its thumbnail.
  if new.owner_id is not null then
    perform private.count_added_rows(new.owner_id::uuid, 'objects', 'stored files', 1, 12000, '42501');
  end if;
  insert into private.used_storage_paths (bucket_id, name) values (new.bucket_id, new.name) on conflict do nothing;
  if not found and new.owner_id is not null then
    raise exception 'This address belonged to another file' using errcode = '42501';
  end if;
  return new;
end $$;
