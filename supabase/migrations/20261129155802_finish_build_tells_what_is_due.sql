drop function public.finish_build(bigint,bigint,bigint[],jsonb,text);

CREATE OR REPLACE FUNCTION public.finish_build(p_lease bigint, p_build bigint, p_events bigint[], p_stats jsonb, p_error text DEFAULT NULL::text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_publisher_lease(p_lease);
  update public.builds set
    status = case when p_error is null then 'live' else 'failed' end, error = left(p_error, 2000), finished_at = now(),
    duration_ms = (p_stats ->> 'duration_ms')::integer, pages_rendered = (p_stats ->> 'pages_rendered')::integer,
    pages_removed = (p_stats ->> 'pages_removed')::integer, timings = coalesce(p_stats -> 'timings', '{}'),
    readers = case when p_error is null and (p_stats ->> 'is_asked')::boolean then 'asking' end
  where id = p_build;
  if p_error is null then
    update public.publish_outbox set processed_at = now() where id = any (p_events) and processed_at is null;
  end if;
  -- Published events and old builds are kept for 30 days.
  delete from public.publish_outbox where processed_at < now() - interval '30 days';
  delete from public.builds where finished_at < now() - interval '30 days';
  return (select ceil(extract(epoch from (min(due_at) - clock_timestamp())) * 1000)
    from public.publish_outbox where processed_at is null);
end $function$
;

revoke all on function public.finish_build(bigint,bigint,bigint[],jsonb,text) from public, anon, authenticated, service_role;
grant execute on function public.finish_build(bigint,bigint,bigint[],jsonb,text) to service_role;
