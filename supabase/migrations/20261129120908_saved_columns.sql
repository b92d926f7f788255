alter table private.saved_columns add column is_text boolean default false not null;

alter table private.saved_columns add column is_searched boolean default false not null;

CREATE OR REPLACE FUNCTION private.changed_columns(p_table text, p_before jsonb, p_after jsonb)
 RETURNS SETOF private.saved_columns
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query select c.* from private.saved_columns c
    where c.table_name = p_table and p_before -> c.column_name <> p_after -> c.column_name;
end $function$
;

revoke all on function private.changed_columns(text,jsonb,jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.before_article_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare was_published boolean; was_hero boolean; before jsonb; after jsonb;
begin
  was_published := tg_op = 'UPDATE' and old.status = 'published';
  was_hero := was_published and old.hero and old.published_at <= now();
  -- An open editor, a working copy or an old revision may still name a category that was deleted meanwhile. The article
  -- is then saved without one, as the articles that were not open lost theirs.
  if not exists (select 1 from public.categories where id = new.category_id) then new.category_id := null; end if;
  if new.status = 'published' then
    new.published_at := coalesce(new.published_at, new.publish_at, now());
    new.publish_at := null;
  else
    -- An article that was out and is published again comes out anew.
    if was_published and new.publish_at <= now() then new.publish_at := null; end if;
    new.published_at := null;
    new.hero := false;
  end if;
  if new.deleted_at is not null then new.hero := false; end if;
  if tg_op = 'UPDATE' then
    -- By the database's clock: a wrong one in the browser would empty the trash too soon.
    if new.deleted_at is not null and not private.is_service() then
      new.deleted_at := coalesce(old.deleted_at, now());
    end if;
    new.id := old.id;
    new.created_at := old.created_at;
    new.updated_at := old.updated_at;
    new.version := old.version;
    new.modified_at := old.modified_at;
    before := to_jsonb(old);
    after := to_jsonb(new);
    if exists (select from private.changed_columns('public.articles', before, after) c where c.is_text) then
      new.modified_at := now();
    end if;
    -- A write that changes nothing keeps version and updated_at, which readers see. New tags are a change of the article
    -- although they are stored in another table: save_article announces them by this setting.
    if after <> before or current_setting('mantel.tags_change', true) = new.id::text then
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
    new.modified_at := new.updated_at;
  end if;
  if new.hero and not was_hero and new.published_at <= now() then
    perform pg_advisory_xact_lock(hashtext('mantel.hero'));
    update public.articles set hero = false where hero and id <> new.id and published_at <= now();
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.story_words_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare was_indexed boolean;
begin
  was_indexed := tg_op = 'UPDATE' and exists (select 1 from private.story_words where article_id = new.id);
  if new.status <> 'published' or new.deleted_at is not null then
    if was_indexed then delete from private.story_words where article_id = new.id; end if;
  elsif not was_indexed or exists (
      select from private.changed_columns('public.articles', to_jsonb(old), to_jsonb(new)) c where c.is_searched) then
    perform private.index_story(new);
  elsif old.published_at is distinct from new.published_at then
    update private.story_words set published_at = new.published_at where article_id = new.id;
  end if;
  return null;
end $function$
;
update private.saved_columns set is_text = true where table_name = 'public.articles' and column_name in (
  'title', 'title_emphasis', 'standfirst', 'content', 'excerpt', 'featured_image', 'gallery', 'meta_title',
  'meta_description', 'opening', 'facts', 'captions');

update private.saved_columns set is_searched = true where table_name = 'public.articles' and column_name in (
  'title', 'standfirst', 'content', 'excerpt', 'category_id', 'author_id', 'credits', 'facts');
