-- The last call of the static host's build hook: whether the host accepted it, and further attempts when it did not. A
-- build takes in every change, so the last call stands for those before it.

create table private.build_hook_call (
  singleton boolean primary key default true check (singleton),
  -- Of pg_net, which keeps the answer in net._http_response for some hours.
  request_id bigint not null,
  attempts integer not null default 1,
  called_at timestamptz not null default now(),
  -- Why the last attempt failed; null while it is unanswered, and when it was accepted.
  error text,
  -- When the last call was made that the host accepted.
  accepted_at timestamptz
);
alter table private.build_hook_call enable row level security;

-- The last call, after its answer is looked up and recorded. Null without a call.
create function private.check_build_hook() returns private.build_hook_call
language plpgsql security definer set search_path = ''
as $$
declare call private.build_hook_call; answer record; failure text;
begin
  select * into call from private.build_hook_call;
  if not found or call.error is not null or call.accepted_at = call.called_at or to_regnamespace('net') is null then
    return call;
  end if;
  execute 'select status_code, timed_out, error_msg from net._http_response where id = $1'
  into answer using call.request_id;
  failure := case
    when answer.status_code between 200 and 299 then null
    when answer.status_code is not null then format('The host answered the build hook with status %s.', answer.status_code)
    when answer.timed_out then 'The host did not answer the build hook in time.'
    when answer.error_msg is not null then format('The host of the build hook could not be reached: %s.', left(answer.error_msg, 200))
    when call.called_at < now() - interval '5 minutes' then 'The host did not answer the build hook.'
  end;
  if failure is null and answer.status_code is null then return call; end if;
  update private.build_hook_call c
  set error = failure, accepted_at = case when failure is null then c.called_at else c.accepted_at end
  where c.request_id = call.request_id returning * into call;
  return call;
exception when others then
  raise warning 'build hook: %', sqlerrm;
  return call;
end $$;
grant execute on function private.check_build_hook() to authenticated, service_role;

/* Asks the static host for a build when something is due that it was not asked for yet, and again when the last call
   failed: 5 attempts, 1, 2, 4 and 8 minutes apart. Once a transaction at most. Runs when something is published; for
   scheduled articles and further attempts it has to run every minute; the README says how. */
create or replace function private.call_build_hook() returns void
language plpgsql security definer set search_path = ''
as $$
declare build_hook text; is_due boolean; call private.build_hook_call; request bigint;
begin
  select deploy_hook_url into build_hook from public.deploy_settings;
  if build_hook is null or to_regnamespace('net') is null then return; end if;
  call := private.check_build_hook();
  update public.publish_outbox set posted_at = now() where id in (
    select o.id from public.publish_outbox o
    where o.posted_at is null and o.due_at <= now()
      -- A file just uploaded is on no page before an article uses it.
      and case when o.entity <> 'media' then true else not exists (
        select 1 from public.media m where m.id = o.entity_id::uuid and m.created_at = o.created_at) end
    for update of o skip locked);
  is_due := found;
  if current_setting('mantel.build_hook_called', true) = 'yes' then return; end if;
  if not is_due and (call.error is null or call.attempts >= 5
     or now() < call.called_at + interval '1 minute' * power(2, call.attempts - 1)) then
    return;
  end if;
  execute 'select net.http_post(url := $1, body := ''{}''::jsonb)' into request using build_hook;
  insert into private.build_hook_call as c (request_id) values (request)
  on conflict (singleton) do update set request_id = excluded.request_id, called_at = now(), error = null,
    attempts = case when is_due then 1 else c.attempts + 1 end;
  perform set_config('mantel.build_hook_called', 'yes', true);
exception when others then
  -- The article is saved and waits in the outbox: a hook that cannot be called must not undo that.
  raise warning 'build hook: %', sqlerrm;
end $$;

-- A new address of the hook gets the changes that the last one did not accept.
create function private.after_build_hook_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.publish_outbox o set posted_at = null from private.build_hook_call c
  where c.error is not null and o.posted_at > coalesce(c.accepted_at, '-infinity');
  update private.build_hook_call set error = null where error is not null;
  perform private.call_build_hook();
  return null;
end $$;
create trigger after_build_hook_change after update of deploy_hook_url on public.deploy_settings
for each row when (new.deploy_hook_url is distinct from old.deploy_hook_url)
execute function private.after_build_hook_change();

-- The last call of the build hook, for super admins: `sent` (not answered yet), `accepted`, `retrying` or `failed`.
create function public.get_build_hook_call()
returns table (status text, called_at timestamptz, attempts integer, error text)
language sql volatile security invoker set search_path = ''
as $$
  select case when c.error is not null and c.attempts < 5 then 'retrying' when c.error is not null then 'failed'
              when c.accepted_at = c.called_at then 'accepted' else 'sent' end,
    c.called_at, c.attempts, c.error
  from private.check_build_hook() c
  where c.request_id is not null and public.has_role('super_admin')
$$;
grant execute on function public.get_build_hook_call() to authenticated;

-- How far the last change of an article is, for the editor. Where no publisher takes it, it was sent to the static host
-- or waits for a build that somebody starts there. An article that the publisher left out is not live, although the build is.
create or replace function public.get_publish_state(p_article uuid)
returns table (event_id bigint, due_at timestamptz, created_at timestamptz, processed_at timestamptz, status text,
               duration_ms integer, error text)
language sql volatile security invoker set search_path = ''
as $$
  select o.id, o.due_at, o.created_at, o.processed_at,
    case when o.processed_at is not null and p.reason is not null then 'failed'
         when o.processed_at is not null then 'live' when b.status = 'failed' or refused.error is not null then 'failed'
         when o.due_at > now() then 'scheduled' when o.build_id is not null then 'publishing'
         when o.posted_at is not null then 'sent' when o.due_at < now() - interval '1 minute' then 'waiting'
         else 'publishing' end,
    case when o.processed_at is not null then (extract(epoch from (o.processed_at - greatest(o.created_at, o.due_at))) * 1000)::integer end,
    coalesce(p.reason, b.error, refused.error)
  from public.publish_outbox o left join public.builds b on b.id = o.build_id
  left join public.publish_problems p on p.entity = 'articles' and p.entity_id = p_article::text
  left join lateral (select c.error from private.check_build_hook() c
    where o.processed_at is null and o.posted_at > coalesce(c.accepted_at, '-infinity')) refused on true
  where o.entity = 'articles' and o.entity_id = p_article::text
  order by o.id desc limit 1
$$;
