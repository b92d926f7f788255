-- What an open editor may still name although it is gone: merged and deleted tags, deleted categories and authors.

-- Which tag took the place of one that was merged.
create table private.merged_tags (
  from_id uuid primary key,
  into_id uuid not null references public.tags (id) on delete cascade
);
alter table private.merged_tags enable row level security;
create index merged_tags_into_idx on private.merged_tags (into_id);

-- A tag that was merged meanwhile is stored as the other one. One that was deleted is left out, like a deleted category.
create function private.resolve_tag() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.tag_id := coalesce((select m.into_id from private.merged_tags m where m.from_id = new.tag_id), new.tag_id);
  if exists (select 1 from public.tags where id = new.tag_id) then return new; end if;
  return null;
end $$;
drop trigger skip_deleted_tag on public.article_tags;
drop function private.skip_deleted_tag();
create trigger resolve_tag before insert on public.article_tags
for each row execute function private.resolve_tag();
create trigger resolve_tag before insert on public.article_template_tags
for each row execute function private.resolve_tag();

/* Gives the articles and templates of one tag to another, leads its addresses to the other's page, and deletes it. The
   policies would let contributors move the tag of their own articles only; who may delete a tag may also merge it. */
create or replace function public.merge_tags(p_from uuid, p_into uuid) returns void
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
  update public.slug_redirects set tag_id = p_into where tag_id = p_from;
  update private.merged_tags set into_id = p_into where into_id = p_from;
  insert into private.merged_tags (from_id, into_id) values (p_from, p_into);
  delete from public.tags where id = p_from returning slug into from_slug;
  if from_slug is null then
    raise exception 'Tag not found' using errcode = 'PT404';
  end if;
  insert into public.slug_redirects (kind, old_slug, tag_id) values ('tag', from_slug, p_into);
end $$;

-- Fires before before_article_write, which takes what changes the row for a new version: triggers fire by name.
create function private.forget_deleted_author() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select 1 from public.profiles where id = new.author_id) then new.author_id := null; end if;
  return new;
end $$;
create trigger before_article_author before insert or update of author_id on public.articles
for each row execute function private.forget_deleted_author();

create function private.forget_deleted_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select 1 from public.categories where id = new.category_id) then new.category_id := null; end if;
  return new;
end $$;
create trigger before_template_category before insert or update of category_id on public.article_templates
for each row execute function private.forget_deleted_category();
