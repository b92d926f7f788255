-- Stories found by former names of categories and authors; an account removed and its stories given away at once; mails
-- that were given up, and a hook that cannot be called, told to staff.

alter table private.announced_actors add column heir_id uuid;

create or replace function public.announce_actor(p_account text, p_actor uuid) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from private.announced_actors where created_at < now() - interval '1 minute';
  insert into private.announced_actors (account, actor_id) values (lower(trim(p_account)), p_actor)
  on conflict (account) do update set actor_id = excluded.actor_id, created_at = now(), heir_id = null;
$$;

create function public.announce_removal(p_account uuid, p_actor uuid, p_heir uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if p_heir = p_account or not exists (select 1 from public.profiles p where p.id = p_heir and p.role <> 'viewer') then
    raise exception 'This account cannot write stories' using errcode = '23514';
  end if;
  perform public.announce_actor(p_account::text, p_actor);
  update private.announced_actors set heir_id = p_heir where account = p_account::text;
end $$;
grant execute on function public.announce_removal(uuid, uuid, uuid) to service_role;

create or replace function private.handle_user_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare heir uuid;
begin
  select a.heir_id into heir from private.announced_actors a
  where a.account = old.id::text and a.created_at > now() - interval '1 minute';
  if heir is not null then
    update public.articles set author_id = heir where id in (select o from private.open_articles(old.id) o);
  end if;
  if private.is_profile_named(old.id) then
    perform private.add_author_of_stories(old.id);
    delete from public.name_requests where profile_id = old.id;
    update public.profiles set removed_at = now(), role = 'viewer', email = null, email_confirmed = false where id = old.id;
  else
    delete from public.profiles where id = old.id;
  end if;
  return null;
end $$;

drop function public.give_open_articles(uuid, uuid);

create table private.former_names (
  name_key text primary key,
  profile_id uuid not null references public.profiles (id) on delete cascade
);
create index former_names_profile_idx on private.former_names (profile_id);
alter table private.former_names enable row level security;

create function private.keep_former_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.name_key(old.full_name) is not null and private.has_published_stories(new.id) then
    insert into private.former_names (name_key, profile_id) values (private.name_key(old.full_name), new.id)
    on conflict (name_key) do update set profile_id = excluded.profile_id;
  end if;
  return null;
end $$;
create trigger keep_former_name after update of full_name on public.profiles
for each row when (old.full_name is distinct from new.full_name) execute function private.keep_former_name();

-- What is known of earlier ones: the addresses of their author pages.
insert into private.former_names (name_key, profile_id)
select distinct on (private.name_key(r.old_slug)) private.name_key(r.old_slug), a.profile_id
from public.slug_redirects r join public.author_profiles a on a.id = r.entity_id
where r.kind = 'author' and r.old_slug !~ '^[0-9a-f]{8}-[0-9a-f-]{27}$' and private.name_key(r.old_slug) is not null
  and a.profile_id is not null
order by private.name_key(r.old_slug), r.created_at desc;

create function private.category_named(p_name text) returns public.categories
language sql stable security definer set search_path = ''
as $$
  select c from public.categories c, public.slugify(private.fold_text(p_name)) wanted
  where c.name = p_name or c.slug = wanted or c.id = (
    select r.entity_id from public.slug_redirects r where r.kind = 'category' and r.old_slug = wanted)
  order by c.name <> p_name, c.slug <> wanted limit 1
$$;

create function private.authors_named(p_name text) returns setof public.profiles
language sql stable security definer set search_path = ''
as $$
  with named as (
    select p.id, case when p.full_name = p_name then 1 else 2 end as rank from public.profiles p
    where p.full_name = p_name or private.name_key(p.full_name) = private.name_key(p_name)
    union all
    select f.profile_id, 3 from private.former_names f where f.name_key = private.name_key(p_name)
  ), writing as (select * from named where private.has_published_stories(named.id))
  select p.* from public.profiles p join writing w using (id) where w.rank = (select min(rank) from writing)
$$;

create or replace function public.find_stories(
  p_text text default '', p_category text default '', p_author text default '', p_least integer default null,
  p_most integer default null, p_usual integer default null, p_sort text default 'latest', p_skip integer default 0,
  p_take integer default 12)
returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  skip integer := greatest(p_skip, 0);
  take integer := least(greatest(p_take, 0), 100);
  filters text := '';
  containing text := '';
  -- Null for the latest first.
  ordering text := case p_sort
    when 'oldest' then 'published_at'
    when 'title' then 'title'
    when 'read-time' then format('coalesce(read_time, %L::integer), published_at desc', p_usual)
  end;
  columns text := $sql$a.id, a.title, a.title_emphasis, a.slug, a.excerpt, a.featured_image, a.read_time,
    (select jsonb_build_object('name', c.name, 'color', c.color) from public.categories c where c.id = a.category_id) as category$sql$;
  result jsonb;
  total integer;
  category public.categories;
  authors uuid[];
  author_name text;
begin
  if p_category <> '' then
    category := private.category_named(p_category);
    filters := format(' and a.category_id = %L', category.id);
  end if;
  if p_author <> '' then
    select array_agg(p.id), min(trim(p.full_name)) into authors, author_name from private.authors_named(p_author) p;
    filters := filters || format(' and a.author_id = any (%L)', coalesce(authors, '{}'));
  end if;
  if p_least is not null then
    filters := filters || format(' and coalesce(a.read_time, %L::integer) >= %L', p_usual, p_least);
  end if;
  if p_most is not null then
    filters := filters || format(' and coalesce(a.read_time, %L::integer) <= %L', p_usual, p_most);
  end if;
  if p_text <> '' then containing := ' and (a.title ilike $1 or a.excerpt ilike $1)'; end if;
  -- With a filter the matches are computed once, for the count and the page together; without one each of the two uses its
  -- own index.
  execute format($query$
    with matching as %s (
      select a.id, a.title, a.published_at, a.read_time from public.articles a
      where a.status = 'published' and a.published_at <= now() and a.deleted_at is null %s
    ),
    page as (select f.id from matching f order by %3$s, f.id limit $3 offset $2)
    select jsonb_build_object(
      'total', (select count(*) from matching),
      'stories', (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (
        select %4$s from page join public.articles a using (id) order by %3$s, a.id
      ) s))
  $query$, case filters || containing when '' then 'not materialized' else 'materialized' end,
    filters || containing, coalesce(ordering, 'published_at desc'), columns)
  into result using private.ilike_pattern(p_text), skip, take;

  if category.name <> p_category then result := result || jsonb_build_object('category', category.name); end if;
  if author_name <> p_author then result := result || jsonb_build_object('author', author_name); end if;
  total := result ->> 'total';
  if coalesce(p_text, '') = '' or total > 0 and not total between skip + 1 and skip + take then return result; end if;
  return result || jsonb_build_object('close',
    private.find_close_stories(p_text, total, filters, ordering, columns, skip, take));
end $$;

-- Mails that were given up are told to staff, and a hook that cannot be called.
drop function public.get_subscriber_mail_state();
create function public.get_subscriber_mail_state() returns table (waiting bigint, given_up bigint, error text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return query select count(*) filter (where m.attempts < 6), count(*) filter (where m.attempts >= 6),
      (array_agg(m.error order by m.due_at desc) filter (where m.error is not null))[1]
    from private.subscriber_mails m
    where m.sent_at is null and m.opened_at is null and m.ended_at is null
      and m.created_at < now() - interval '1 minute' and (m.attempts > 0 or m.due_at < now() - interval '1 minute')
      and not exists (
        select 1 from private.subscriber_mails later
        where later.subscriber_id = m.subscriber_id and later.purpose = m.purpose and later.created_at > m.created_at
          and later.sent_at is not null);
end $$;
grant execute on function public.get_subscriber_mail_state() to authenticated;

create or replace function public.get_build_hook_call()
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
