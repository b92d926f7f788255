-- The author profiles that readers see: the people whom the magazine names. One may belong to an account, also to one that
-- was removed. The editorial team are some of them.

create table public.author_profiles (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid unique references public.profiles (id) on delete set null,
  name text not null check (char_length(name) <= 200 and trim(name) <> ''),
  email text check (char_length(email) <= 320),
  role text check (char_length(role) <= 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  bio text check (char_length(bio) <= 4000),
  image_url text check (char_length(image_url) <= 2000),
  social_links jsonb not null default '{}' check (jsonb_typeof(social_links) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The place in the editorial team, which is shown first; null: not in the team. Who gets the place 0 becomes the last.
  team_position integer check (team_position >= 0)
);
create index author_profiles_created_idx on public.author_profiles (created_at desc);
create index author_profiles_name_key on public.author_profiles (private.name_key(name));

-- What staff search.
create function public.search_text(public.author_profiles) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text(concat_ws(' ', $1.name, $1.email, $1.role, $1.slug)) $$;
grant execute on function public.search_text(public.author_profiles) to authenticated;

alter table public.author_profiles enable row level security;
grant select, insert, update, delete on public.author_profiles to authenticated;
create policy "editors read author profiles" on public.author_profiles for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "editors add author profiles" on public.author_profiles for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change author profiles" on public.author_profiles for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "editors remove author profiles" on public.author_profiles for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));
create trigger limit_added_rows after insert on public.author_profiles referencing new table as added_now
for each statement execute function private.limit_added_rows('people', '1000');

-- An author without a slug gets one made from the name, with a number when it is taken.
create function private.fill_author_slug() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare base text; candidate text; n int := 1;
begin
  new.updated_at := now();
  if coalesce(new.slug, '') <> '' then return new; end if;
  base := coalesce(nullif(public.slugify(new.name), ''), 'author');
  candidate := base;
  while exists (select 1 from public.author_profiles where slug = candidate and id <> new.id) loop
    n := n + 1;
    candidate := base || '-' || n;
  end loop;
  new.slug := candidate;
  return new;
end $$;
create trigger fill_author_slug before insert or update on public.author_profiles
for each row execute function private.fill_author_slug();

-- Trigger: a new member of the editorial team gets the last place.
create function private.join_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  select coalesce(max(a.team_position), 0) + 1 into new.team_position from public.author_profiles a where a.id <> new.id;
  return new;
end $$;
create trigger join_team before insert or update of team_position on public.author_profiles
for each row when (new.team_position = 0) execute function private.join_team();

-- Trigger: who joins or leaves the editorial team. Its order has an entry of its own (order_team).
create function private.log_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare was_member boolean := tg_op = 'UPDATE' and old.team_position is not null;
begin
  if was_member = (new.team_position is not null) then return null; end if;
  perform private.add_audit_entry('settings', tg_table_name, new.id::text, new.name,
    case when was_member then 'Left the editorial team' else 'Joined the editorial team' end);
  return null;
end $$;
create trigger log_team after insert or update of team_position on public.author_profiles
for each row execute function private.log_team();

create trigger guard_name before insert or update of name on public.author_profiles
for each row execute function private.guard_name();
create trigger check_social_link_limits before insert or update of social_links on public.author_profiles
for each row execute function private.check_json_limits('social_links', 'Social links', '10000');
create trigger public_row_changed after insert or update or delete on public.author_profiles
for each row execute function private.public_row_changed();
create trigger addresses_as_paths before insert or update on public.author_profiles
for each row execute function private.store_paths();
create trigger update_media_references after insert or update or delete on public.author_profiles
for each row execute function private.update_media_references('id');
create trigger log_delete after delete on public.author_profiles
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

/* Gives an account the author profile that its published stories keep when it is removed: the one of its name that no
   account has, or a new one. Not with the name of another author, whose page that is. */
create function private.add_author_of_stories(p_profile uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare account public.profiles;
begin
  select * into account from public.profiles p
  where p.id = p_profile and trim(p.full_name) <> '' and private.has_published_stories(p.id)
    and not exists (select 1 from public.author_profiles a where a.profile_id = p.id);
  if not found then return; end if;
  if account.name_confirmed then
    update public.author_profiles set profile_id = p_profile
    where id = private.unclaimed_author(p_profile, account.full_name);
    if found then return; end if;
  end if;
  if private.is_name_of_another(account.full_name, p_profile) then return; end if;
  insert into public.author_profiles (name, slug, profile_id, created_at)
  values (account.full_name, '', p_profile, account.created_at);
end $$;

/* An author profile and the account that it belongs to have one name: when it is renamed, so is the account that had the
   same name, or that was removed. The stories of a removed account go with its author profile to another account. */
create function private.follow_author() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.name <> old.name then
    update public.profiles p set full_name = new.name
    where p.id = new.profile_id and p.id = old.profile_id and p.full_name is distinct from new.name
      and (p.removed_at is not null or private.name_key(p.full_name) = private.name_key(old.name));
  end if;
  if new.profile_id <> old.profile_id then
    update public.articles a set author_id = new.profile_id
    where a.author_id = old.profile_id
      and exists (select 1 from public.profiles p where p.id = old.profile_id and p.removed_at is not null);
  end if;
  return null;
end $$;
create trigger follow_author after update of name, profile_id on public.author_profiles
for each row execute function private.follow_author();

/* What a sync does with each author who has an e-mail address and no account: `link` gives them the account that has
   confirmed that address, `invite` sends them an invitation, and `wait` nothing, since it was sent. An address gets one
   invitation and one author. */
create function public.get_author_sync() returns table (author_id uuid, name text, email text, profile_id uuid, action text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_service() and not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors sync authors' using errcode = '42501';
  end if;
  return query
  select a.id, a.name, trim(a.email), p.id,
    case when p.email_confirmed then 'link' when u.invited_at is not null then 'wait' else 'invite' end
  from (select distinct on (lower(trim(w.email))) w.* from public.author_profiles w
        where w.profile_id is null and trim(w.email) <> '' order by lower(trim(w.email)), w.created_at, w.id) a
  left join lateral (select o.id, o.email_confirmed from public.profiles o
    where lower(o.email) = lower(trim(a.email)) order by o.created_at, o.id limit 1) p on true
  left join auth.users u on u.id = p.id
  where not exists (select 1 from public.author_profiles own where own.profile_id = p.id)
  order by a.name, a.id;
end $$;
grant execute on function public.get_author_sync() to authenticated, service_role;

-- Puts the editorial team in an order. Raises PT409 when the team has other members.
create function public.order_team(p_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'You are not allowed to change the editorial team' using errcode = '42501';
  end if;
  -- Locked, in an order that all callers share.
  perform from public.author_profiles a where a.team_position is not null order by a.id for update;
  if array(select a.id from public.author_profiles a where a.team_position is not null order by a.id)
     is distinct from array(select id from unnest(p_ids) id order by id) then
    raise exception 'The editorial team was changed by someone else in the meantime' using errcode = 'PT409';
  end if;
  update public.author_profiles set team_position = array_position(p_ids, id)
  where id = any (p_ids) and team_position <> array_position(p_ids, id);
  perform private.add_audit_entry('settings', 'author_profiles', null, 'Order of the editorial team',
    (select string_agg(a.name, ', ' order by a.team_position) from public.author_profiles a where a.id = any (p_ids)));
end $$;
grant execute on function public.order_team(uuid[]) to authenticated;

-- The columns of author profiles that readers may see.
create function public.get_public_author_profiles()
returns table (id uuid, slug text, name text, role text, bio text, image_url text, email text,
               created_at timestamptz, social_links jsonb, profile_id uuid, team_position integer)
language sql stable security definer set search_path = ''
as $$
  select a.id, a.slug, a.name, a.role, a.bio,
    case when cardinality(private.withdrawn_files('author_profiles', a.id::text)) = 0 then a.image_url end, a.email, a.created_at, a.social_links, a.profile_id,
    a.team_position
  from public.author_profiles a order by a.name, a.id
$$;
grant execute on function public.get_public_author_profiles() to anon, authenticated;

-- What tells an account from another of the same name: to editors its e-mail address, to others the address of its author
-- page, or its role and its first day.
create function private.account_hint(p_account public.profiles) returns text
language sql stable security definer set search_path = ''
as $$
  select case when p_account.removed_at is not null then 'account removed' else coalesce(
    case when public.has_role('super_admin', 'editor') then p_account.email end,
    (select '/author/' || a.slug from public.author_profiles a where a.profile_id = p_account.id limit 1),
    initcap(replace(p_account.role::text, '_', ' ')) || ' since '
      || to_char(p_account.created_at at time zone private.time_zone(), 'YYYY-MM-DD')) end
$$;

-- What tells accounts and author profiles of one name apart, for those who write; of at most 200 at a time.
create function public.get_people_hints(p_ids uuid[]) returns table (id uuid, hint text)
language sql stable security definer set search_path = ''
as $$
  select person.id, person.hint
  from (
    select p.id, private.account_hint(p) from public.profiles p where p.id = any (p_ids[1:200])
    union all
    select a.id, '/author/' || a.slug from public.author_profiles a where a.id = any (p_ids[1:200])
  ) person (id, hint)
  where (select public.has_role('super_admin', 'editor', 'contributor'))
$$;
grant execute on function public.get_people_hints(uuid[]) to authenticated;
