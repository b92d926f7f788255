-- Public names: who may take the name of an author, and the new names that people with published stories ask for.

-- Whether an account has published stories: its name is then their byline.
create function private.has_published_stories(p_profile uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from public.articles a where a.author_id = p_profile and a.status = 'published') $$;

-- Whether the caller gets a new public name from an editor only: it is the byline of published stories.
create function public.must_ask_for_name() returns boolean
language sql stable security definer set search_path = ''
as $$ select private.has_published_stories(auth.uid()) and not public.has_role('super_admin', 'editor') $$;
grant execute on function public.must_ask_for_name() to authenticated;

-- The former bylines, by name_key: links to the stories of an author by a former name go on finding them.
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

-- Whether a name is an author's, or the byline of an account with published stories, other than this account's.
-- Expensive, so that the planner checks the other conditions of a query first.
create function private.is_name_of_another(p_name text, p_profile uuid) returns boolean
language sql stable security definer cost 10000 set search_path = ''
as $$
  select not exists (select 1 from public.author_profiles a
      where a.profile_id = p_profile and private.name_key(a.name) = private.name_key(p_name))
    and (exists (select 1 from public.author_profiles a where private.name_key(a.name) = private.name_key(p_name))
      or exists (select 1 from public.profiles p
        where p.id <> p_profile and private.name_key(p.full_name) = private.name_key(p_name)
          and private.has_published_stories(p.id)))
$$;

-- An editor accepts a request with set_public_name, or declines it. A declined one stays, so that the person sees what
-- became of it; a new request takes its place.
create table public.name_requests (
  profile_id uuid primary key default auth.uid() references public.profiles (id) on delete cascade,
  name text not null check (char_length(name) <= 200 and trim(name) <> ''),
  created_at timestamptz not null default now(),
  declined_at timestamptz
);

alter table public.name_requests enable row level security;
grant select, insert (profile_id, name), update (profile_id, name), delete on public.name_requests to authenticated;
create policy "own request and, for editors, all" on public.name_requests for select to authenticated
using (profile_id = (select auth.uid()) or (select public.has_role('super_admin', 'editor')));
create policy "people ask for themselves" on public.name_requests for insert to authenticated
with check (profile_id = (select auth.uid()) and (select public.must_ask_for_name()));
create policy "people change their own request" on public.name_requests for update to authenticated
using (profile_id = (select auth.uid()))
with check (profile_id = (select auth.uid()) and (select public.must_ask_for_name()));
create policy "own request and, for editors, all are removed" on public.name_requests for delete to authenticated
using (profile_id = (select auth.uid()) or (select public.has_role('super_admin', 'editor')));
create policy "sessions with every factor ask for names" on public.name_requests as restrictive for all to authenticated
using ((select public.get_missing_factor()) = 'nothing') with check ((select public.get_missing_factor()) = 'nothing');

create trigger guard_name before insert or update of name on public.name_requests
for each row execute function private.guard_name();

-- A changed request is a new one.
create function private.ask_for_name_again() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.declined_at := null;
  new.created_at := now();
  return new;
end $$;
create trigger ask_for_name_again before update of name on public.name_requests
for each row execute function private.ask_for_name_again();

-- What editors decide ------------------------------------------------------------------------------------------------

-- The author profile of a name that no account has any more, for an account without author profile.
create function private.unclaimed_author(p_profile uuid, p_name text) returns uuid
language sql stable security definer set search_path = ''
as $$
  select a.id from public.author_profiles a
  where (a.profile_id is null or exists (select 1 from public.profiles p where p.id = a.profile_id and p.removed_at is not null))
    and private.name_key(a.name) = private.name_key(p_name)
    and not exists (select 1 from public.author_profiles own where own.profile_id = p_profile)
  order by a.created_at, a.id limit 1
$$;

/* What editors decide about names: requests, and accounts of writers whose unconfirmed name is an author's.
   `author_name` is the author without account of the asked name, whose page the account would get. */
create function public.get_name_questions()
returns table (profile_id uuid, email text, full_name text, asked_name text, is_request boolean, created_at timestamptz,
               author_name text, is_name_of_another boolean, stories bigint)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.email, p.full_name, q.name, q.is_request, q.created_at,
    (select a.name from public.author_profiles a where a.id = private.unclaimed_author(p.id, q.name)),
    private.is_name_of_another(q.name, p.id),
    (select count(*) from public.articles s where s.author_id = p.id and s.status = 'published' and s.deleted_at is null)
  from (
    select r.profile_id, r.name, true, r.created_at from public.name_requests r where r.declined_at is null
    union all
    select w.id, w.full_name, false, w.updated_at from public.profiles w
    where not w.name_confirmed and w.removed_at is null and private.is_name_of_another(w.full_name, w.id)
      and (w.role <> 'viewer' or exists (select 1 from public.articles a where a.author_id = w.id))
      and not exists (select 1 from public.name_requests r where r.profile_id = w.id and r.declined_at is null)
  ) as q (profile_id, name, is_request, created_at)
  join public.profiles p on p.id = q.profile_id
  where public.has_role('super_admin', 'editor')
  order by q.created_at, p.id
$$;
grant execute on function public.get_name_questions() to authenticated;

/* Gives an account its public name: the one it has, or the one it asked for. The account gets the author profile of that
   name unless it has one or another account does; an author profile that had the old name gets the new one. */
create function public.set_public_name(p_profile uuid, p_name text) returns void
language plpgsql security definer set search_path = ''
as $$
declare account public.profiles;
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors give public names' using errcode = '42501';
  end if;
  select * into account from public.profiles where id = p_profile for update;
  if not found then raise exception 'This account is gone' using errcode = 'PT404'; end if;
  if account.full_name is distinct from p_name
     and not exists (select 1 from public.name_requests r where r.profile_id = p_profile and r.name = p_name) then
    raise exception 'The name was changed in the meantime' using errcode = 'PT409';
  end if;
  update public.profiles set full_name = p_name, name_confirmed = true where id = p_profile;
  delete from public.name_requests where profile_id = p_profile;
  update public.author_profiles set name = p_name
  where profile_id = p_profile and private.name_key(name) = private.name_key(account.full_name);
  update public.author_profiles set profile_id = p_profile where id = private.unclaimed_author(p_profile, p_name);
end $$;
grant execute on function public.set_public_name(uuid, text) to authenticated;

-- Declines the request for a name. Raises PT409 when it was changed in the meantime.
create function public.decline_name(p_profile uuid, p_name text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not public.has_role('super_admin', 'editor') then
    raise exception 'Only editors decline names' using errcode = '42501';
  end if;
  update public.name_requests set declined_at = now()
  where profile_id = p_profile and name = p_name and declined_at is null;
  if not found then raise exception 'The name was changed in the meantime' using errcode = 'PT409'; end if;
end $$;
grant execute on function public.decline_name(uuid, text) to authenticated;
