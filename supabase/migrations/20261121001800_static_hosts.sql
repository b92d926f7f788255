-- Sites that a static host builds: asked for one build a transaction, when a change is due and readers can see it.

-- When the host was asked to build with it. Whether it did, nobody tells us.
alter table public.publish_outbox add column posted_at timestamptz;
create index publish_outbox_unposted_idx on public.publish_outbox (due_at) where posted_at is null;

-- Asks the static host for a build with all that is due and that it was not asked for yet. The README tells how to run
-- it every minute, for scheduled stories.
create function private.call_build_hook() returns void
language plpgsql security definer set search_path = ''
as $$
declare build_hook text;
begin
  select deploy_hook_url into build_hook from public.deploy_settings;
  if build_hook is null or to_regnamespace('net') is null then return; end if;
  update public.publish_outbox set posted_at = now() where id in (
    select o.id from public.publish_outbox o
    where o.posted_at is null and o.due_at <= now()
      -- A file that has just come is on no page before a story names it.
      and case when o.entity <> 'media' then true else not exists (
        select 1 from public.media m where m.id = o.entity_id::uuid and m.created_at = o.created_at) end
    for update of o skip locked);
  if not found or current_setting('mantel.build_hook_called', true) = 'yes' then return; end if;
  execute 'select net.http_post(url := $1, body := ''{}''::jsonb)' using build_hook;
  perform set_config('mantel.build_hook_called', 'yes', true);
exception when others then
  -- The story is saved and waits in the outbox; a hook that cannot be called must not undo that.
  raise warning 'build hook: %', sqlerrm;
end $$;

create or replace function private.post_publish_webhook() returns trigger
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
  -- Without a publisher nobody marks events as carried out. One that starts makes everything anew.
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

-- Anybody may sign up and rename themselves: readers see only the names of people whose stories are out.
create or replace function private.profile_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select 1 from public.articles a where a.author_id = new.id and a.status = 'published'
             and a.published_at <= now() and a.deleted_at is null) then
    perform private.enqueue('profiles', new.id::text);
  end if;
  return null;
end $$;
drop trigger profile_changed on public.profiles;
create trigger profile_changed after update of full_name on public.profiles
for each row when (old.full_name is distinct from new.full_name) execute function private.profile_changed();

-- How far the last change of one article is. Where no publisher takes it, it was sent to the static host, or waits for
-- the build that somebody starts there.
create or replace function public.get_publish_state(p_article uuid)
returns table (event_id bigint, due_at timestamptz, created_at timestamptz, processed_at timestamptz, status text,
               duration_ms integer, error text)
language sql stable security invoker set search_path = ''
as $$
  select o.id, o.due_at, o.created_at, o.processed_at,
    case when o.processed_at is not null then 'live' when b.status = 'failed' then 'failed'
         when o.due_at > now() then 'scheduled' when o.build_id is not null then 'publishing'
         when o.posted_at is not null then 'sent' when o.due_at < now() - interval '1 minute' then 'waiting'
         else 'publishing' end,
    case when o.processed_at is not null then (extract(epoch from (o.processed_at - greatest(o.created_at, o.due_at))) * 1000)::integer end,
    b.error
  from public.publish_outbox o left join public.builds b on b.id = o.build_id
  where o.entity = 'articles' and o.entity_id = p_article::text
  order by o.id desc limit 1
$$;
