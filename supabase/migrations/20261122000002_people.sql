-- Accounts and their roles (profiles), and the author profiles that readers see.

create type public.app_role as enum ('super_admin', 'editor', 'contributor', 'viewer');

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text check (char_length(full_name) <= 200),
  email text check (char_length(email) <= 320),
  role public.app_role not null default 'viewer',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index profiles_full_name_idx on public.profiles (full_name);
create index profiles_email_idx on public.profiles (lower(email));
create index profiles_full_name_trgm_idx on public.profiles using gin (full_name extensions.gin_trgm_ops);
create index profiles_email_trgm_idx on public.profiles using gin (email extensions.gin_trgm_ops);
create index profiles_created_idx on public.profiles (created_at desc);

-- Whether the caller has one of these roles. Security definer, because the policies of profiles use it themselves.
create function public.has_role(variadic roles public.app_role[]) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select 1 from public.profiles p where p.id = auth.uid() and p.role = any (roles))
$$;
grant execute on function public.has_role(public.app_role[]) to anon, authenticated;

create function public.current_role_name() returns public.app_role
language sql stable security definer set search_path = ''
as $$ select role from public.profiles where id = auth.uid() $$;
grant execute on function public.current_role_name() to authenticated;

-- A profile is removed with its account, by the edge function delete-user: deleting the profile alone would leave an
-- account that can sign in but has no role.
alter table public.profiles enable row level security;
grant select (id, full_name) on public.profiles to anon;
grant select, update (full_name, role) on public.profiles to authenticated;
create policy "own profile and, for editors, all" on public.profiles for select to authenticated
using (id = (select auth.uid()) or (select public.has_role('super_admin', 'editor')));
create policy "own profile or a super admin" on public.profiles for update to authenticated
using (id = (select auth.uid()) or (select public.has_role('super_admin')))
with check (id = (select auth.uid()) or (select public.has_role('super_admin')));

-- Each new account gets a profile.
create function private.handle_new_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, full_name, email)
  values (new.id, left(nullif(trim(new.raw_user_meta_data ->> 'full_name'), ''), 200), new.email)
  on conflict (id) do nothing;
  return new;
end $$;
create trigger on_auth_user_created after insert on auth.users
for each row execute function private.handle_new_user();

create function private.handle_user_email_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return new;
end $$;
create trigger on_auth_user_email_changed after update of email on auth.users
for each row when (new.email is distinct from old.email)
execute function private.handle_user_email_change();

-- Only a super_admin changes roles, nobody their own, and the last super_admin stays.
create function private.guard_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_at := old.created_at;
    new.updated_at := now();
    if new.role is distinct from old.role and auth.uid() is not null then
      if not public.has_role('super_admin') then
        raise exception 'Only a super admin can change roles' using errcode = '42501';
      end if;
      if old.id = auth.uid() then
        raise exception 'You cannot change your own role' using errcode = '42501';
      end if;
    end if;
    if not (old.role = 'super_admin' and new.role <> 'super_admin') then
      return new;
    end if;
  elsif old.role <> 'super_admin' then
    return old;
  end if;
  -- The lock serialises demotions: two at once would each find the other super admin still there.
  perform pg_advisory_xact_lock(hashtext('mantel.last_super_admin'));
  if not exists (select 1 from public.profiles where role = 'super_admin' and id <> old.id) then
    raise exception 'The last super admin cannot be demoted or removed' using errcode = '23514';
  end if;
  if tg_op = 'UPDATE' then return new; end if;
  return old;
end $$;
create trigger guard_profile before update or delete on public.profiles
for each row execute function private.guard_profile();

create table public.author_profiles (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid unique references public.profiles (id) on delete set null,
  name text not null check (char_length(trim(name)) between 1 and 200),
  email text check (char_length(email) <= 320),
  role text check (char_length(role) <= 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 200),
  bio text check (char_length(bio) <= 4000),
  image_url text check (char_length(image_url) <= 2000),
  social_links jsonb not null default '{}' check (jsonb_typeof(social_links) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index author_profiles_created_idx on public.author_profiles (created_at desc);

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

-- The columns of author profiles that readers may see.
create function public.get_public_author_profiles()
returns table (id uuid, slug text, name text, role text, bio text, image_url text, email text,
               created_at timestamptz, social_links jsonb, profile_id uuid)
language sql stable security definer set search_path = ''
as $$
  select a.id, a.slug, a.name, a.role, a.bio, a.image_url, a.email, a.created_at, a.social_links, a.profile_id
  from public.author_profiles a order by a.name, a.id
$$;
grant execute on function public.get_public_author_profiles() to anon, authenticated;
