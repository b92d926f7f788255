-- Webhooks of hosted projects: new events are posted to our own publisher (signed) and to the build hook of a static
-- host. Without the extensions pg_net and pgcrypto nothing is posted.

-- The address of our own publisher; the guide to going live says how to set this row.
create table private.publish_webhook (
  singleton boolean primary key default true check (singleton),
  url text not null check (url ~ '^https?://'),
  secret text not null check (char_length(secret) >= 32)
);
alter table private.publish_webhook enable row level security;

-- The last call of the static host's build hook: whether the host accepted it, and further attempts when it did not. A
-- build takes in every change, so the last call covers the calls before it.
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
   scheduled articles and further attempts it has to run every minute; the guide to going live says how. */
create function private.call_build_hook() returns void
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
        select 1 from public.media m where m.id = o.entity_id::uuid and m.created_at = o.created_at and o.due_at = o.created_at) end
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

-- Trigger: a new address of the hook gets the changes that the last one did not accept.
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

-- The last call of the build hook, for super admins: `sent` (not answered yet), `accepted`, `retrying` or `failed`; or
-- `impossible`, where there is a hook and nothing to call it with.
create function public.get_build_hook_call()
returns table (status text, called_at timestamptz, attempts integer, error text)
language plpgsql volatile security invoker set search_path = ''
as $$
begin
  if not public.has_role('super_admin') then return; end if;
  if to_regnamespace('net') is null then
    return query select 'impossible', d.updated_at, 0, 'The database lacks the extension pg_net, so nothing is called.'
      from public.deploy_settings d where d.hook_host is not null;
    return;
  end if;
  return query select
      case when c.error is not null and c.attempts < 5 then 'retrying' when c.error is not null then 'failed'
           when c.accepted_at = c.called_at then 'accepted' else 'sent' end,
      c.called_at, c.attempts, c.error
    from private.check_build_hook() c where c.request_id is not null;
end $$;
grant execute on function public.get_build_hook_call() to authenticated;

-- Trigger of the outbox: posts to the static host and to the publisher, and removes what no publisher will take.
create function private.post_publish_webhook() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  hook private.publish_webhook;
  stamp text := floor(extract(epoch from clock_timestamp()))::bigint::text;
  body text;
  signature text;
begin
  perform private.call_build_hook();
  if current_setting('mantel.publisher_called', true) = 'yes' then return null; end if;
  perform set_config('mantel.publisher_called', 'yes', true);
  -- Without a publisher events are never marked as processed. One that starts later renders everything anyway.
  delete from public.publish_outbox where id in (
    select o.id from public.publish_outbox o
    where o.processed_at is null and o.build_id is null and o.due_at < now() - interval '30 days'
    for update skip locked);
  if to_regnamespace('net') is null then return null; end if;
  select * into hook from private.publish_webhook;
  if found then
    body := json_build_object('event', (select max(id) from public.publish_outbox), 'nonce', gen_random_uuid())::jsonb::text;
    execute 'select encode(extensions.hmac($1, $2, ''sha256''), ''hex'')' into signature using stamp || '.' || body, hook.secret;
    execute 'select net.http_post(url := $1, body := $2::jsonb, headers := $3)' using hook.url, body,
      jsonb_build_object('content-type', 'application/json', 'x-mantel-timestamp', stamp, 'x-mantel-signature', signature);
  end if;
  return null;
exception when others then
  raise warning 'publish webhook: %', sqlerrm;
  return null;
end $$;
