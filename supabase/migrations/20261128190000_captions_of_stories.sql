-- A story may have captions of its own for its featured image and its gallery.

alter table public.articles add column captions jsonb not null default '{}';

insert into private.saved_columns values ('public.articles', 'captions');

create function private.check_captions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.captions = old.captions then return new; end if;
  if jsonb_typeof(new.captions) <> 'object'
     or exists (select 1 from jsonb_each(new.captions) where jsonb_typeof(value) <> 'string') then
    raise exception 'Captions must be texts by the address of their picture' using errcode = '23514';
  end if;
  if exists (select 1 from jsonb_each_text(new.captions) where char_length(value) > 2000) then
    raise exception 'A caption must be at most 2,000 characters' using errcode = '23514';
  end if;
  if octet_length(new.captions::text) > 500000 then
    raise exception 'Captions must be at most %', private.byte_words(500000) using errcode = '23514';
  end if;
  return new;
end $$;

create trigger check_captions before insert or update of captions on public.articles
for each row execute function private.check_captions();

create or replace function private.before_article_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare was_published boolean; was_hero boolean;
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
    -- Flags, dates, status, owner, address, category and tags are no words of the article.
    new.modified_at := case
      when (new.title, new.title_emphasis, new.standfirst, new.content, new.excerpt, new.featured_image, new.gallery,
            new.captions, new.meta_title, new.meta_description, new.opening, new.facts)
        is distinct from (old.title, old.title_emphasis, old.standfirst, old.content, old.excerpt, old.featured_image,
            old.gallery, old.captions, old.meta_title, old.meta_description, old.opening, old.facts)
      then now() else old.modified_at end;
    -- A write that changes nothing keeps version and updated_at, which readers see. New tags are a change of the article
    -- although they are stored in another table: save_article announces them by this setting.
    if to_jsonb(new) <> to_jsonb(old) or current_setting('mantel.tags_change', true) = new.id::text then
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
end $$;
