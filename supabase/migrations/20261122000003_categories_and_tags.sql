-- Categories and tags of articles.

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(trim(name)) between 1 and 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 160),
  description text check (char_length(description) <= 2000),
  color text not null default '#6366f1' check (color ~ '^#[0-9a-fA-F]{6}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table public.categories enable row level security;
grant select on public.categories to anon, authenticated;
grant insert, update, delete on public.categories to authenticated;
create policy "everyone reads categories" on public.categories for select to anon, authenticated using (true);
create policy "editors add categories" on public.categories for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change categories" on public.categories for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "editors remove categories" on public.categories for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));

create trigger set_updated_at before update on public.categories
for each row execute function private.set_updated_at();

create table public.tags (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(trim(name)) between 1 and 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 160),
  created_at timestamptz not null default now()
);
create index tags_name_trgm_idx on public.tags using gin (name extensions.gin_trgm_ops);
create index tags_created_idx on public.tags (created_at desc, id);

alter table public.tags enable row level security;
grant select on public.tags to anon, authenticated;
grant insert, update, delete on public.tags to authenticated;
create policy "everyone reads tags" on public.tags for select to anon, authenticated using (true);
create policy "writers add tags" on public.tags for insert to authenticated
with check ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "writers change tags" on public.tags for update to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')))
with check ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "writers remove tags" on public.tags for delete to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));
