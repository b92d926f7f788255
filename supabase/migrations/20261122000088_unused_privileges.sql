-- Privileges that no policy lets anybody use, and a column that nothing reads.
revoke update on public.article_tags from authenticated;
revoke delete on public.site_settings, public.deploy_settings, public.global_styles from authenticated;

-- Starts a build and returns the events that are due, by the database's clock.
create or replace function private.start_build(p_lease bigint, p_kind text default 'publish') returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare waiting jsonb; next_due timestamptz; new_build bigint;
begin
  perform private.require_publisher_lease(p_lease);
  select jsonb_agg(jsonb_build_object('id', o.id, 'entity', o.entity, 'entity_id', o.entity_id) order by o.id)
  into waiting
  from (select * from public.publish_outbox where processed_at is null and due_at <= now() order by id limit 5000) o;
  select min(due_at) into next_due from public.publish_outbox where processed_at is null and due_at > now();
  -- A full build, or one after a failure, runs even when nothing waits.
  if waiting is not null or p_kind <> 'publish' then
    insert into public.builds (kind) values (p_kind) returning id into new_build;
    update public.publish_outbox set build_id = new_build
    where id in (select (e ->> 'id')::bigint from jsonb_array_elements(waiting) e);
  end if;
  return jsonb_build_object('build_id', new_build, 'events', coalesce(waiting, '[]'),
    'next_due_ms', case when next_due is not null then ceil(extract(epoch from (next_due - clock_timestamp())) * 1000) end);
end $$;
alter table public.builds drop column last_event;
