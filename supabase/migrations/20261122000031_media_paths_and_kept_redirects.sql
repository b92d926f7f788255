-- What the row of a contributor cannot do to what readers see: name a file that is not its own, or end a redirect.

-- A path inside the bucket, without segments that lead out of it: the publisher fetches what it names. Rows from before
-- are not checked until they change.
alter table public.media add constraint media_storage_path_is_in_bucket_check check (
  storage_path ~ '^[^/\\?#%\u0001-\u001f\u007f]+(/[^/\\?#%\u0001-\u001f\u007f]+)*$'
  and storage_path !~ '(^|/)\.\.?(/|$)') not valid;

-- The description of a file belongs to its uploader: with the path of another file, one of the site itself among them, a
-- new row would describe a picture that readers see.
create function private.before_media_insert() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_service() and new.uploaded_by = auth.uid()
     and split_part(new.storage_path, '/', 1) <> auth.uid()::text then
    raise exception 'Only files that you have uploaded yourself can be added to the library' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger before_media_insert before insert on public.media
for each row execute function private.before_media_insert();

-- The old slug of an article that readers could see becomes a redirect. A redirect ends when readers find an article at its
-- address; at that of a draft, or of a scheduled article, it goes on.
create or replace function private.update_article_redirects() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status = 'published' and new.published_at <= now() and new.deleted_at is null then
    delete from public.slug_redirects where kind = 'article' and old_slug = new.slug;
  end if;
  if tg_op = 'UPDATE' and old.slug <> new.slug and old.status = 'published' and old.published_at <= now() then
    insert into public.slug_redirects (kind, old_slug, article_id) values ('article', old.slug, new.id)
    on conflict (kind, old_slug) do update set article_id = excluded.article_id, created_at = now();
  end if;
  return null;
end $$;
create or replace trigger update_article_redirects
after insert or update of slug, status, published_at, deleted_at on public.articles
for each row execute function private.update_article_redirects();
