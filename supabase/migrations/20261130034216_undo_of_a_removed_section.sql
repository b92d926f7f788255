drop function public.restore_section(jsonb,uuid[]);

create table private.undo_steps (
  id bigint generated always as identity not null,
  subject uuid not null,
  changed_table text not null,
  before jsonb,
  after jsonb,
  created_at timestamp with time zone default now() not null
);

alter table private.undo_steps enable row level security;

revoke all on table private.undo_steps from public, anon, authenticated, service_role;

revoke all on sequence private.undo_steps_id_seq from public, anon, authenticated, service_role;

alter table private.undo_steps add constraint undo_steps_pkey PRIMARY KEY (id);

CREATE INDEX undo_steps_subject_idx ON private.undo_steps USING btree (subject);

CREATE OR REPLACE FUNCTION private.record_for_undo(p_subject uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.undo_steps where subject = p_subject or created_at < now() - interval '1 day';
  perform set_config('mantel.undo_of', coalesce(p_subject::text, ''), true);
end $function$
;

revoke all on function private.record_for_undo(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.record_undo_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.undo_steps (subject, changed_table, before, after)
  values (current_setting('mantel.undo_of')::uuid, format('%I.%I', tg_table_schema, tg_table_name),
    case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
  return null;
end $function$
;

revoke all on function private.record_undo_step() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.without_change(p_before jsonb, p_after jsonb, p_now jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
end $function$
;

revoke all on function private.without_change(jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.undo(p_subject uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

revoke all on function private.undo(uuid) from public, anon, authenticated, service_role;

CREATE TRIGGER record_undo_step AFTER INSERT OR DELETE OR UPDATE ON public.categories FOR EACH ROW WHEN ((current_setting('mantel.undo_of'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_undo_step();

CREATE TRIGGER record_undo_step AFTER INSERT OR DELETE OR UPDATE ON public.sections FOR EACH ROW WHEN ((current_setting('mantel.undo_of'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_undo_step();

CREATE OR REPLACE FUNCTION public.remove_section(p_id uuid, p_version integer, p_into uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare removed public.sections; target public.sections;
begin
  perform private.require_section_editor();
  perform pg_advisory_xact_lock(hashtext('mantel.root_addresses'));
  select * into removed from public.sections where id = p_id;
  if not found then raise exception 'Section not found' using errcode = 'PT404'; end if;
  if removed.version <> p_version then
    raise exception 'This section was saved by someone else in the meantime' using errcode = 'PT409';
  end if;
  if p_into = p_id then
    raise exception 'A section cannot take its own place' using errcode = '23514';
  end if;
  perform private.record_for_undo(p_id);
  if p_into is null then
    update public.slug_redirects r set kind = 'custom', entity_id = null, target = '/browse'
    where r.kind = 'section' and r.entity_id = p_id;
    delete from public.sections where id = p_id;
    insert into public.slug_redirects (kind, old_slug, target) values ('custom', removed.slug, '/browse');
  else
    select * into target from public.sections where id = p_into;
    if not found then raise exception 'Section not found' using errcode = 'PT404'; end if;
    update public.categories set sections = array_append(array_remove(sections, removed.slug), target.slug)
    where removed.slug = any (sections) and not target.slug = any (sections);
    perform private.move_menu_links(p_id, p_into);
    update public.slug_redirects r set entity_id = p_into where r.kind = 'section' and r.entity_id = p_id;
    delete from public.sections where id = p_id;
    insert into public.slug_redirects (kind, old_slug, entity_id) values ('section', removed.slug, p_into);
  end if;
  perform private.record_for_undo(null);
end $function$
;

CREATE OR REPLACE FUNCTION public.restore_section(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare address text; owner text;
begin
  perform private.require_section_editor();
  perform pg_advisory_xact_lock(hashtext('mantel.root_addresses'));
  select s.before ->> 'slug' into address from private.undo_steps s
  where s.subject = p_id and s.changed_table = 'public.sections' and s.after is null;
  if not found then raise exception 'Section not found' using errcode = 'PT404'; end if;
  select s.title into owner from public.sections s where s.slug = address;
  if found then
    raise exception 'The address "/%" is taken by the section “%”', address, owner using errcode = '23514';
  end if;
  perform set_config('mantel.restored_section', p_id::text, true);
  perform private.undo(p_id);
  perform set_config('mantel.restored_section', '', true);
end $function$
;

revoke all on function public.restore_section(uuid) from public, anon, authenticated, service_role;
grant execute on function public.restore_section(uuid) to authenticated;
grant execute on function public.restore_section(uuid) to service_role;

CREATE TRIGGER record_undo_step AFTER INSERT OR DELETE OR UPDATE ON public.menus FOR EACH ROW WHEN ((current_setting('mantel.undo_of'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_undo_step();

CREATE TRIGGER record_undo_step AFTER INSERT OR DELETE OR UPDATE ON public.slug_redirects FOR EACH ROW WHEN ((current_setting('mantel.undo_of'::text, true) <> ''::text)) EXECUTE FUNCTION private.record_undo_step();
