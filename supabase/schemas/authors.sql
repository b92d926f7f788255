-- The author profiles that readers see. One may belong to an account.

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
create index author_profiles_name_key on public.author_profiles (private.name_key(name));

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
create trigger guard_name before insert or update of name on public.author_profiles
for each row execute function private.guard_name();
create trigger check_social_link_limits before insert or update of social_links on public.author_profiles
for each row execute function private.check_json_limits('social_links', 'Social links', '10000');
create trigger public_row_changed after insert or update or delete on public.author_profiles
for each row execute function private.public_row_changed();
create trigger update_media_references after insert or update or delete on public.author_profiles
for each row execute function private.update_media_references('id');
create trigger log_delete after delete on public.author_profiles
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

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
