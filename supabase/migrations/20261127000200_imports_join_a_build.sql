-- An import that is put in while the magazine runs joins the build that runs; a publish by hand goes before it.

drop function public.begin_build(bigint, text, bigint[]);
drop function private.start_build(bigint, text, bigint[]);

/* Claims events that are due, by the database's clock, but for those of the builds `p_running`, as a new build. Events of
   one transaction have its time; more than 50 of them are an import. Others go before it: while there are any, they alone
   are claimed. While builds are running, with `p_joins` an import, and more than 50 other events, join the last of
   `p_running`; without it an import waits. A part of begin_build, which adds the rows: a security definer may not take a
   visitor's role. */
create function private.start_build(p_lease bigint, p_kind text, p_running bigint[], p_joins boolean) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare claimed jsonb; ids bigint[]; has_more boolean; is_many boolean; are_together boolean; next_due timestamptz; build bigint;
begin
  perform private.require_publisher_lease(p_lease);
  with pending as (
    select o.id, o.entity, o.entity_id, o.created_at, count(*) over (partition by o.created_at) > 50 as is_import
    from public.publish_outbox o
    where o.processed_at is null and o.due_at <= now() and coalesce(o.build_id <> all (p_running), true)
  ), taken as (
    select * from pending
    where p_kind <> 'publish' or not is_import
      or (p_joins or p_running = '{}') and not exists (select from pending where not is_import)
    order by id limit 5000
  )
  select jsonb_agg(jsonb_build_object('id', t.id, 'entity', t.entity, 'entity_id', t.entity_id) order by t.id),
    array_agg(t.id), count(*) < (select count(*) from pending), count(*) > 50,
    exists (select from taken group by created_at having count(distinct (entity, entity_id)) > 1)
  into claimed, ids, has_more, is_many, are_together
  from taken t;
  select min(due_at) into next_due from public.publish_outbox where processed_at is null and due_at > now();
  if p_joins and is_many then
    build := p_running[cardinality(p_running)];
  elsif claimed is not null or p_kind <> 'publish' then
    -- A full build, or one after a failure, runs even when nothing is due.
    update public.builds set status = 'cut short', finished_at = now()
    where status = 'running' and id <> all (p_running);
    insert into public.builds (kind) values (p_kind) returning id into build;
  end if;
  update public.publish_outbox set build_id = build where id = any (ids);
  return jsonb_build_object('build_id', build, 'events', coalesce(claimed, '[]'), 'has_more', has_more,
    'is_many', is_many, 'are_together', are_together,
    'next_due_ms', case when next_due is not null then ceil(extract(epoch from (next_due - clock_timestamp())) * 1000) end);
end $$;
grant execute on function private.start_build(bigint, text, bigint[], boolean) to service_role;

/* Claims events for a build, as start_build says: with the `rows` that they name as private.public_rows returns them; null
   when the publisher is to read them itself, because they are many, not all of them can be returned, or a build has failed.
   `has_more`: events are due that were not claimed; `is_many`: more than 50 were; `are_together`: one transaction changed
   several of the rows. */
create function public.begin_build(
  p_lease bigint, p_kind text default 'publish', p_running bigint[] default '{}', p_joins boolean default false)
returns jsonb
language plpgsql security invoker set search_path = ''
as $$
declare build jsonb := private.start_build(p_lease, p_kind, p_running, p_joins); found_rows jsonb;
begin
  if p_kind = 'publish' and not (build ->> 'is_many')::boolean then
    begin
      found_rows := private.public_rows(build -> 'events');
    exception when others then
      found_rows := null;
    end;
  end if;
  return build || jsonb_build_object('rows', found_rows);
end $$;
