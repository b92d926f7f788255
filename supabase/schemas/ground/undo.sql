-- Undo of a change of several rows: the rows before and after it, so that the undo takes back just that change and keeps
-- what somebody else has changed since. Used by remove_section and restore_section.

create table private.undo_steps (
  id bigint generated always as identity primary key,
  -- What was changed: the id of the section that was removed.
  subject uuid not null,
  changed_table text not null,
  -- The row; null: there was none.
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now()
);
create index undo_steps_subject_idx on private.undo_steps (subject);
alter table private.undo_steps enable row level security;

-- Records from now on, until the transaction ends or it is called with null, what changes in tables with the trigger
-- record_undo_step. Former steps of the subject are forgotten, and all that are older than a day.
create function private.record_for_undo(p_subject uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.undo_steps where subject = p_subject or created_at < now() - interval '1 day';
  perform set_config('mantel.undo_of', coalesce(p_subject::text, ''), true);
end $$;

create function private.record_undo_step() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.undo_steps (subject, changed_table, before, after)
  values (current_setting('mantel.undo_of')::uuid, format('%I.%I', tg_table_schema, tg_table_name),
    case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
  return null;
end $$;

/* p_now without the change from p_before to p_after. Where p_now has another value than p_after, somebody has changed it
   since, and it stays; objects are compared key by key, lists item by item: an item is known by its `id`, or by itself. */
create function private.without_change(p_before jsonb, p_after jsonb, p_now jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare types text[] := array[jsonb_typeof(p_before), jsonb_typeof(p_after), jsonb_typeof(p_now)];
begin
  if p_before is not distinct from p_after then return p_now; end if;
  if p_now is not distinct from p_after then return p_before; end if;
  if types = '{object,object,object}' then
    return (select jsonb_object_agg(key, private.without_change(p_before -> key, p_after -> key, value)) from jsonb_each(p_now));
  elsif types = '{array,array,array}' then
    return (
      with item (list, name, value, place) as (
        select list, coalesce(value ->> 'id', value::text), value, place
        from (values ('before', p_before), ('after', p_after), ('now', p_now)) as lists (list, items),
          jsonb_array_elements(items) with ordinality as listed (value, place)),
      kept as (
        select n.value, n.place,
          (select i.value from item i where i.list = 'before' and i.name = n.name limit 1) as before,
          (select i.value from item i where i.list = 'after' and i.name = n.name limit 1) as after
        from item n where n.list = 'now')
      select coalesce(jsonb_agg(value order by is_gone, place), '[]') from (
        select case when before is null then value else private.without_change(before, after, value) end as value,
          place, false as is_gone
        from kept where before is not null or after is null
        union all
        select b.value, b.place, true from item b where b.list = 'before'
          and not exists (select from item i where i.list <> 'before' and i.name = b.name)) as items);
  end if;
  return p_now;
end $$;

-- Takes a recorded change back, last step first: rows that it added go, rows that it deleted come back, and the values that
-- it changed are as before, but where somebody else has changed them since. Raises what these writes raise.
create function private.undo(p_subject uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare step private.undo_steps; present jsonb; wanted jsonb; columns text; new_values text;
begin
  for step in select * from private.undo_steps s where s.subject = p_subject order by s.id desc loop
    execute format('select to_jsonb(t) from %1$s t where t.id = (jsonb_populate_record(null::%1$s, $1)).id for update',
      step.changed_table) into present using coalesce(step.after, step.before);
    wanted := case when step.after is null then step.before
      else private.without_change(step.before, step.after, present) end;
    select string_agg(format('%I', a.attname), ', '), string_agg(format('r.%I', a.attname), ', ') into columns, new_values
    from pg_attribute a where a.attrelid = step.changed_table::regclass and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and (step.after is null
        or a.attname not in ('version', 'updated_at') and wanted -> a.attname::text is distinct from present -> a.attname::text);
    if step.before is null then
      execute format('delete from %1$s t where t.id = (jsonb_populate_record(null::%1$s, $1)).id', step.changed_table)
      using step.after;
    elsif step.after is null and present is null then
      execute format('insert into %1$s (%2$s) overriding system value select %3$s from jsonb_populate_record(null::%1$s, $1) r',
        step.changed_table, columns, new_values) using wanted;
    elsif step.after is not null and present is not null and columns is not null then
      execute format('update %1$s t set (%2$s) = row(%3$s) from jsonb_populate_record(null::%1$s, $1) r where t.id = r.id',
        step.changed_table, columns, new_values) using wanted;
    end if;
  end loop;
  delete from private.undo_steps s where s.subject = p_subject;
end $$;
