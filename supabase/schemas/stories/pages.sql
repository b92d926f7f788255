-- Static pages. A page below another has the path of its parent before its own slug.

create table public.pages (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) <= 300 and trim(title) <> ''),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 320),
  content jsonb not null default '{"html": ""}',
  excerpt text check (char_length(excerpt) <= 2000),
  status text not null default 'draft' check (status in ('draft', 'review', 'published')),
  meta_title text check (char_length(meta_title) <= 200),
  meta_description text check (char_length(meta_description) <= 500),
  parent_id uuid references public.pages (id) on delete set null check (parent_id <> id),
  author_id uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- When the page was published, or its text changed, whichever was later.
  modified_at timestamptz not null default now()
);
create unique index pages_address_idx on public.pages (coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), slug);
create index pages_parent_idx on public.pages (parent_id);
create index pages_author_idx on public.pages (author_id);

-- What staff search.
create function public.search_text(public.pages) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text(concat_ws(' ', $1.title, $1.slug)) $$;
grant execute on function public.search_text(public.pages) to authenticated;

-- The files that are left out where readers see the row.
create function public.withdrawn_files(public.pages) returns text[]
language sql stable security definer set search_path = ''
as $$ select private.withdrawn_files('pages', $1.id::text) $$;
grant execute on function public.withdrawn_files(public.pages) to anon, authenticated;

alter table public.pages enable row level security;
grant select on public.pages to anon, authenticated;
grant insert, update, delete on public.pages to authenticated;
create policy "everyone reads published pages" on public.pages for select to anon, authenticated
using (status = 'published');
create policy "editors read pages" on public.pages for select to authenticated
using ((select public.has_role('super_admin', 'editor')));
create policy "editors add pages" on public.pages for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change pages" on public.pages for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "editors remove pages" on public.pages for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));
create trigger limit_added_rows after insert on public.pages referencing new table as added_now
for each statement execute function private.limit_added_rows('pages', '500');

-- Reserved slugs: the site's own addresses at the root (SYSTEM_SLUGS in src/domain/sections/slug.ts; a test compares them).
create table private.reserved_page_slugs (slug text primary key);
alter table private.reserved_page_slugs enable row level security;
insert into private.reserved_page_slugs select unnest(array[
  'index', 'browse', 'article', 'author', 'authors', 'tag', 'contact', 'subscription', 'auth', 'admin', '404', 'feed',
  'rss', 'sitemap', 'robots', 'og', 'team', 'uploads', 'fonts', 'media', 'images', 'letters', 'lists', 'share', 'publish', 'preview']);

-- Refuses a reserved slug and a page that would be its own parent, and sets what no client may choose.
create function private.before_page_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The lock of private.before_section_write.
  if new.parent_id is null and (tg_op = 'INSERT' or (new.slug, new.parent_id) is distinct from (old.slug, old.parent_id)) then
    perform pg_advisory_xact_lock(hashtext('mantel.root_addresses'));
  end if;
  -- `index` below any page: hosts serve the file index.html for the folder.
  if new.slug = 'index' or new.parent_id is null and (
    exists (select 1 from private.reserved_page_slugs r where r.slug = new.slug)
    or exists (select 1 from public.sections s where s.slug = new.slug)) then
    raise exception 'The slug "%" is used by the site itself', new.slug using errcode = '23514';
  end if;
  -- The lock serialises moves: two at once could make a circle that neither of them sees.
  if new.parent_id is not null then perform pg_advisory_xact_lock(hashtext('mantel.page_parents')); end if;
  if new.parent_id is not null and exists (
    with recursive up (id, parent_id) as (
      select p.id, p.parent_id from public.pages p where p.id = new.parent_id
      union
      select p.id, p.parent_id from public.pages p join up on p.id = up.parent_id
    ) select 1 from up where id = new.id
  ) then
    raise exception 'A page cannot be its own parent' using errcode = '23514';
  end if;
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_at := old.created_at;
    new.updated_at := now();
    new.version := old.version + 1;
    new.modified_at := case
      when new.status = 'published' and old.status <> 'published'
        or (new.title, new.content, new.excerpt, new.meta_title, new.meta_description)
          is distinct from (old.title, old.content, old.excerpt, old.meta_title, old.meta_description)
      then now() else old.modified_at end;
  else
    new.modified_at := new.updated_at;
  end if;
  return new;
end $$;
create trigger before_page_write before insert or update on public.pages
for each row execute function private.before_page_write();
create trigger check_content_limits before insert or update of content on public.pages
for each row execute function private.check_json_limits('content', 'Content', '1000000');
create trigger check_slug_length before insert or update of slug on public.pages
for each row execute function private.check_slug_length('Slug');
create trigger page_changed after insert or update or delete on public.pages
for each row execute function private.page_changed();
create trigger addresses_as_paths before insert or update on public.pages
for each row execute function private.store_paths();
create trigger update_media_references after insert or update or delete on public.pages
for each row execute function private.update_media_references('id');
create trigger log_publish after insert or update on public.pages
for each row when (pg_trigger_depth() = 0) execute function private.log_publish();
create trigger log_delete after delete on public.pages
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

insert into private.saved_columns select 'public.pages', unnest(array[
  'title', 'slug', 'content', 'excerpt', 'status', 'meta_title', 'meta_description', 'parent_id', 'author_id']);

-- Saves a page as private.save_row does. Runs as the caller: the policies decide.
create function public.save_page(p_id uuid, p_version integer, p_page jsonb) returns public.pages
language sql security invoker set search_path = ''
as $$
  select * from private.save_row(null::public.pages, 'page', p_id, p_version, p_page)
$$;
grant execute on function public.save_page(uuid, integer, jsonb) to authenticated;
