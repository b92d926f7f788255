-- Categories and tags of articles, and merging two tags.

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(name) <= 120 and trim(name) <> ''),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 160),
  description text check (char_length(description) <= 2000),
  color text not null default '#6366f1' check (color ~ '^#[0-9a-fA-F]{6}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sections text[] not null default '{}' check (
    array_position(sections, null) is null and cardinality(sections) <= 50
    and char_length(array_to_string(sections, '')) <= 2000
  )
);
comment on column public.categories.sections is 'Slugs of the sections of the site that list its stories.';

-- What staff search.
create function public.search_text(public.categories) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text(concat_ws(' ', $1.name, $1.description)) $$;
grant execute on function public.search_text(public.categories) to authenticated;

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
create trigger limit_added_rows after insert on public.categories referencing new table as added_now
for each statement execute function private.limit_added_rows('categories', '500');

create trigger set_updated_at before update on public.categories
for each row execute function private.set_updated_at();
create trigger public_row_changed after insert or update or delete on public.categories
for each row execute function private.public_row_changed();
create trigger record_undo_step after insert or update or delete on public.categories
for each row when (current_setting('mantel.undo_of', true) <> '') execute function private.record_undo_step();
create trigger addresses_as_paths before insert or update on public.categories
for each row execute function private.store_paths();
create trigger update_media_references after insert or update or delete on public.categories
for each row execute function private.update_media_references('id');
create trigger log_delete after delete on public.categories
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

create table public.tags (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(name) <= 120 and trim(name) <> ''),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 160),
  created_at timestamptz not null default now()
);
create index tags_created_idx on public.tags (created_at desc, id);

-- What staff search.
create function public.search_text(public.tags) returns text
language sql immutable set search_path = ''
as $$ select private.fold_text($1.name) $$;
grant execute on function public.search_text(public.tags) to authenticated;

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
create trigger limit_added_rows after insert on public.tags referencing new table as added_now
for each statement execute function private.limit_added_rows('tags', '2000');

create trigger public_row_changed after insert or update or delete on public.tags
for each row execute function private.public_row_changed();
create trigger log_delete after delete on public.tags
for each row when (pg_trigger_depth() = 0) execute function private.log_delete();

-- Merging tags -------------------------------------------------------------------------------------------------------

-- Which tag took the place of one that was merged: an open editor may still name the old one.
create table private.merged_tags (
  from_id uuid primary key,
  into_id uuid not null references public.tags (id) on delete cascade
);
create index merged_tags_into_idx on private.merged_tags (into_id);
alter table private.merged_tags enable row level security;

/* Gives the articles and templates of one tag to another, leads its addresses to the other's page, and deletes it. The
   policies would let contributors move the tag of their own articles only; who may delete a tag may also merge it. */
create function public.merge_tags(p_from uuid, p_into uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare from_slug text;
begin
  if not public.has_role('super_admin', 'editor', 'contributor') then
    raise exception 'You are not allowed to merge tags' using errcode = '42501';
  end if;
  if p_from = p_into then
    raise exception 'A tag cannot be merged into itself' using errcode = '23514';
  end if;
  -- Locked, in an order that all callers share: merging both ways at once would delete both.
  perform from public.tags where id in (p_from, p_into) order by id for update;
  if not exists (select 1 from public.tags where id = p_into) then
    raise exception 'Tag not found' using errcode = 'PT404';
  end if;
  insert into public.article_tags (article_id, tag_id)
  select t.article_id, p_into from public.article_tags t where t.tag_id = p_from on conflict do nothing;
  insert into public.article_template_tags (template_id, tag_id)
  select t.template_id, p_into from public.article_template_tags t where t.tag_id = p_from on conflict do nothing;
  update public.article_working_copies set data = replace(data::text, p_from::text, p_into::text)::jsonb
  where data::text like '%' || p_from || '%';
  update public.slug_redirects set entity_id = p_into where kind = 'tag' and entity_id = p_from;
  update public.sections s set button_tags = case when t.name = any (s.button_tags)
    then array_remove(s.button_tags, f.name) else array_replace(s.button_tags, f.name, t.name) end
  from public.tags f, public.tags t where f.id = p_from and t.id = p_into and f.name = any (s.button_tags);
  perform private.move_menu_links(p_from, p_into);
  update private.merged_tags set into_id = p_into where into_id = p_from;
  insert into private.merged_tags (from_id, into_id) values (p_from, p_into);
  delete from public.tags where id = p_from returning slug into from_slug;
  if from_slug is null then
    raise exception 'Tag not found' using errcode = 'PT404';
  end if;
  insert into public.slug_redirects (kind, old_slug, entity_id) values ('tag', from_slug, p_into);
end $$;
grant execute on function public.merge_tags(uuid, uuid) to authenticated;

-- Trigger of the tags of articles and templates: a tag that was merged meanwhile is stored as the other one. One that was
-- deleted is left out, like a deleted category.
create function private.resolve_tag() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.tag_id := coalesce((select m.into_id from private.merged_tags m where m.from_id = new.tag_id), new.tag_id);
  if exists (select 1 from public.tags where id = new.tag_id) then return new; end if;
  return null;
end $$;

-- Trigger: a row that names a category that was deleted meanwhile is stored without one.
create function private.forget_deleted_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select 1 from public.categories where id = new.category_id) then new.category_id := null; end if;
  return new;
end $$;
