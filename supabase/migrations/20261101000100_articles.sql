create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(trim(name)) between 1 and 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 160),
  description text check (char_length(description) <= 2000),
  color text not null default '#6366f1' check (color ~ '^#[0-9a-fA-F]{6}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table public.tags (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(trim(name)) between 1 and 120),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 160),
  created_at timestamptz not null default now()
);

create table public.articles (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(trim(title)) between 1 and 300),
  title_emphasis text check (char_length(title_emphasis) <= 300),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 320),
  content jsonb not null default '{"html": ""}',
  excerpt text check (char_length(excerpt) <= 2000),
  status text not null default 'draft' check (status in ('draft', 'review', 'published', 'archived')),
  featured boolean not null default false,
  hero boolean not null default false,
  featured_image text check (char_length(featured_image) <= 2000),
  gallery text[] not null default '{}',
  read_time integer check (read_time between 1 and 600),
  category_id uuid references public.categories (id) on delete set null,
  author_id uuid references public.profiles (id) on delete set null,
  meta_title text check (char_length(meta_title) <= 60),
  meta_description text check (char_length(meta_description) <= 160),
  meta_keywords text[] not null default '{}',
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  deleted_at timestamptz
);
create unique index articles_one_hero_idx on public.articles (hero) where hero;
create index articles_published_idx on public.articles (published_at desc) where status = 'published';
create index articles_updated_idx on public.articles (updated_at desc);
create index articles_created_idx on public.articles (created_at desc);
create index articles_category_idx on public.articles (category_id, published_at desc);
create index articles_author_idx on public.articles (author_id, published_at desc);
create index articles_title_trgm_idx on public.articles using gin (title extensions.gin_trgm_ops);
create index articles_excerpt_trgm_idx on public.articles using gin (excerpt extensions.gin_trgm_ops);

create table public.article_tags (
  article_id uuid not null references public.articles (id) on delete cascade,
  tag_id uuid not null references public.tags (id) on delete cascade,
  primary key (article_id, tag_id)
);
create index article_tags_tag_idx on public.article_tags (tag_id);

-- Edits to a live article wait here until Update; readers never see this table.
create table public.article_working_copies (
  article_id uuid primary key references public.articles (id) on delete cascade,
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  base_version integer not null,
  version integer not null default 1,
  updated_by uuid references public.profiles (id) on delete set null,
  updated_at timestamptz not null default now()
);

create table public.article_revisions (
  id bigint generated always as identity primary key,
  article_id uuid not null references public.articles (id) on delete cascade,
  version integer not null,
  data jsonb not null,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index article_revisions_article_idx on public.article_revisions (article_id, id desc);

-- Where the address of a story or page that was public has moved.
create table public.slug_redirects (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('article', 'page')),
  old_slug text not null,
  article_id uuid references public.articles (id) on delete cascade,
  page_id uuid,
  created_at timestamptz not null default now(),
  unique (kind, old_slug),
  check ((kind = 'article') = (article_id is not null) and (kind = 'page') = (page_id is not null))
);

-- Articles: version, published_at and the one hero follow rules, whoever writes.
create function private.before_article_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'published' then
    new.published_at := coalesce(new.published_at, now());
  else
    new.published_at := null;
    new.hero := false;
  end if;
  if new.deleted_at is not null then new.hero := false; end if;
  if tg_op = 'UPDATE' then
    new.id := old.id;
    new.created_at := old.created_at;
    new.updated_at := old.updated_at;
    new.version := old.version;
    -- A write that changes nothing is none: readers see updated_at, and would see it move without a publish.
    if to_jsonb(new) <> to_jsonb(old) then
      new.updated_at := now();
      new.version := old.version + 1;
    end if;
    if new.deleted_at is distinct from old.deleted_at and auth.uid() is not null
       and not public.has_role('super_admin') then
      raise exception 'Only a super admin can delete or restore an article' using errcode = '42501';
    end if;
  else
    new.version := 1;
    if not private.is_service() then
      new.created_at := now();
      new.updated_at := now();
      new.deleted_at := null;
    end if;
  end if;
  if new.hero and (tg_op = 'INSERT' or not old.hero) then
    perform pg_advisory_xact_lock(hashtext('mantel.hero'));
    update public.articles set hero = false where hero and id <> new.id;
  end if;
  return new;
end $$;

create trigger before_article_write before insert or update on public.articles
for each row execute function private.before_article_write();

create function private.keep_revision() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE'
     and (old.title, old.title_emphasis, old.slug, old.content, old.excerpt, old.status, old.featured_image, old.gallery,
          old.category_id, old.author_id, old.meta_title, old.meta_description, old.meta_keywords)
         is not distinct from
         (new.title, new.title_emphasis, new.slug, new.content, new.excerpt, new.status, new.featured_image, new.gallery,
          new.category_id, new.author_id, new.meta_title, new.meta_description, new.meta_keywords) then
    return null;
  end if;
  insert into public.article_revisions (article_id, version, data, created_by)
  values (new.id, new.version,
          to_jsonb(new) - array['id', 'created_at', 'updated_at', 'version', 'hero', 'deleted_at'],
          (select p.id from public.profiles p where p.id = auth.uid()));
  return null;
end $$;

create trigger keep_revision after insert or update on public.articles
for each row execute function private.keep_revision();

create function private.keep_article_redirect() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A slug in use is never a redirect.
  delete from public.slug_redirects where kind = 'article' and old_slug = new.slug;
  if tg_op = 'UPDATE' and old.slug <> new.slug and old.status = 'published' and old.published_at <= now() then
    insert into public.slug_redirects (kind, old_slug, article_id) values ('article', old.slug, new.id)
    on conflict (kind, old_slug) do update set article_id = excluded.article_id, created_at = now();
  end if;
  return null;
end $$;

create trigger keep_article_redirect after insert or update of slug on public.articles
for each row execute function private.keep_article_redirect();

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$ begin new.updated_at := now(); return new; end $$;

create trigger touch_category before update on public.categories
for each row execute function private.touch_updated_at();

create function private.touch_working_copy() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.updated_at := now();
  new.updated_by := (select p.id from public.profiles p where p.id = auth.uid());
  new.version := case tg_op when 'INSERT' then 1 else old.version + 1 end;
  return new;
end $$;

create trigger touch_working_copy before insert or update on public.article_working_copies
for each row execute function private.touch_working_copy();

/* Saves an article with its tags in one transaction. p_id null creates; otherwise p_version must be the version the
   writer started from, or nothing changes and PT409 is raised. Fields absent from p_article stay as they are.
   Runs as the caller: the policies below decide. */
create function public.save_article(p_id uuid, p_version integer, p_article jsonb, p_tags uuid[] default null)
returns public.articles
language plpgsql security invoker set search_path = ''
as $$
declare saved public.articles; patch public.articles;
begin
  if p_id is null then
    patch := jsonb_populate_record(null::public.articles, p_article);
    insert into public.articles (title, title_emphasis, slug, content, excerpt, status, featured, featured_image, gallery,
      read_time, category_id, author_id, meta_title, meta_description, meta_keywords, published_at)
    values (patch.title, patch.title_emphasis, patch.slug, coalesce(patch.content, '{"html": ""}'), patch.excerpt,
      coalesce(patch.status, 'draft'), coalesce(patch.featured, false), patch.featured_image, coalesce(patch.gallery, '{}'),
      patch.read_time, patch.category_id, patch.author_id, patch.meta_title, patch.meta_description,
      coalesce(patch.meta_keywords, '{}'), patch.published_at)
    returning * into saved;
  else
    select * into saved from public.articles where id = p_id;
    if not found then
      raise exception 'Article not found' using errcode = 'PT404';
    end if;
    patch := jsonb_populate_record(saved, p_article);
    update public.articles a set
      title = patch.title, title_emphasis = patch.title_emphasis, slug = patch.slug, content = patch.content,
      excerpt = patch.excerpt, status = patch.status, featured = patch.featured, featured_image = patch.featured_image,
      gallery = patch.gallery, read_time = patch.read_time, category_id = patch.category_id, author_id = patch.author_id,
      meta_title = patch.meta_title, meta_description = patch.meta_description, meta_keywords = patch.meta_keywords,
      published_at = patch.published_at
    where a.id = p_id and a.version = p_version
    returning * into saved;
    if not found then
      -- Either somebody saved in between, or the policies refuse this row to the caller.
      if exists (select 1 from public.articles where id = p_id and version = p_version) then
        raise exception 'You are not allowed to change this article' using errcode = '42501';
      end if;
      raise exception 'This article was saved by someone else in the meantime' using errcode = 'PT409';
    end if;
    delete from public.article_working_copies where article_id = p_id;
  end if;
  if p_tags is not null then
    delete from public.article_tags where article_id = saved.id and tag_id <> all (p_tags);
    insert into public.article_tags (article_id, tag_id)
    select saved.id, t from unnest(p_tags) t on conflict do nothing;
  end if;
  return saved;
end $$;

-- Names for the lists of people who may not read profiles: those whose articles the caller sees anyway.
create function public.get_author_names() returns table (id uuid, full_name text)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.full_name from public.profiles p
  where exists (select 1 from public.articles a where a.author_id = p.id and (
    (a.status = 'published' and a.published_at <= now() and a.deleted_at is null)
    or public.has_role('super_admin', 'editor', 'contributor')))
  order by p.full_name, p.id
$$;

alter table public.categories enable row level security;
alter table public.tags enable row level security;
alter table public.articles enable row level security;
alter table public.article_tags enable row level security;
alter table public.article_working_copies enable row level security;
alter table public.article_revisions enable row level security;
alter table public.slug_redirects enable row level security;

grant select on public.categories, public.tags, public.articles, public.article_tags, public.slug_redirects to anon, authenticated;
grant insert, update, delete on public.categories, public.tags, public.articles, public.article_tags to authenticated;
grant select, insert, update, delete on public.article_working_copies to authenticated;
grant select on public.article_revisions to authenticated;
grant all on public.categories, public.tags, public.articles, public.article_tags, public.article_working_copies,
  public.article_revisions, public.slug_redirects to service_role;
grant execute on function public.save_article(uuid, integer, jsonb, uuid[]) to authenticated, service_role;
grant execute on function public.get_author_names() to anon, authenticated, service_role;

create policy "everyone reads categories" on public.categories for select to anon, authenticated using (true);
create policy "editors add categories" on public.categories for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "editors change categories" on public.categories for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "editors remove categories" on public.categories for delete to authenticated
using ((select public.has_role('super_admin', 'editor')));

create policy "everyone reads tags" on public.tags for select to anon, authenticated using (true);
create policy "writers add tags" on public.tags for insert to authenticated
with check ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "writers change tags" on public.tags for update to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')))
with check ((select public.has_role('super_admin', 'editor', 'contributor')));
create policy "writers remove tags" on public.tags for delete to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));

create policy "the public reads what is out" on public.articles for select to anon, authenticated
using (status = 'published' and published_at <= now() and deleted_at is null);
create policy "writers read all articles" on public.articles for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor'))
       and (deleted_at is null or (select public.has_role('super_admin', 'editor'))));
create policy "contributors start their own drafts" on public.articles for insert to authenticated
with check ((select public.has_role('contributor')) and author_id = (select auth.uid())
            and status in ('draft', 'review') and not featured and not hero and deleted_at is null);
create policy "editors add articles" on public.articles for insert to authenticated
with check ((select public.has_role('super_admin', 'editor')));
create policy "contributors change their own drafts" on public.articles for update to authenticated
using ((select public.has_role('contributor')) and author_id = (select auth.uid()) and status in ('draft', 'review') and deleted_at is null)
with check ((select public.has_role('contributor')) and author_id = (select auth.uid())
            and status in ('draft', 'review') and not featured and not hero and deleted_at is null);
create policy "editors change articles" on public.articles for update to authenticated
using ((select public.has_role('super_admin', 'editor'))) with check ((select public.has_role('super_admin', 'editor')));
create policy "super admins delete articles" on public.articles for delete to authenticated
using ((select public.has_role('super_admin')));

-- Whether the caller may write the article a tag or working copy belongs to.
create function public.can_write_article(p_article uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.has_role('super_admin', 'editor')
    or (public.has_role('contributor') and exists (
      select 1 from public.articles a where a.id = p_article and a.author_id = auth.uid()
      and a.status in ('draft', 'review') and a.deleted_at is null))
$$;
grant execute on function public.can_write_article(uuid) to authenticated, service_role;

create policy "tags of visible articles" on public.article_tags for select to anon, authenticated
using (exists (select 1 from public.articles a where a.id = article_id));
create policy "writers tag their articles" on public.article_tags for insert to authenticated
with check (public.can_write_article(article_id));
create policy "writers untag their articles" on public.article_tags for delete to authenticated
using (public.can_write_article(article_id));

create policy "working copies of own articles" on public.article_working_copies for select to authenticated
using (public.can_write_article(article_id));
create policy "start a working copy" on public.article_working_copies for insert to authenticated
with check (public.can_write_article(article_id));
create policy "change a working copy" on public.article_working_copies for update to authenticated
using (public.can_write_article(article_id)) with check (public.can_write_article(article_id));
create policy "drop a working copy" on public.article_working_copies for delete to authenticated
using (public.can_write_article(article_id));

create policy "writers read revisions" on public.article_revisions for select to authenticated
using ((select public.has_role('super_admin', 'editor', 'contributor')));

create policy "redirects of visible articles" on public.slug_redirects for select to anon, authenticated
using (kind = 'page' or exists (select 1 from public.articles a where a.id = article_id));

create policy "people with visible articles" on public.profiles for select to anon
using (exists (select 1 from public.articles a where a.author_id = profiles.id));
