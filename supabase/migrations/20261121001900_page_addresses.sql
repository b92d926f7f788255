-- `index` is the file that hosts serve for a folder, the home page among them, and /publish where a publisher is called:
-- no page may take them.

create or replace function private.before_page_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.slug = 'index' or new.parent_id is null and new.slug in ('browse', 'article', 'author', 'authors',
      'design-journal', 'living-spaces', 'wellness-lifestyle', 'entertainment-hosting', 'guides-tips', 'contact', 'auth',
      'admin', '404', 'rss', 'feed', 'sitemap', 'robots', 'og', 'team', 'uploads', 'fonts', 'media', 'images', 'lists',
      'share', 'publish') then
    raise exception 'The slug "%" is used by the site itself', new.slug using errcode = '23514';
  end if;
  -- One after the other, or two moves at once could each see the other page where it was.
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
  end if;
  return new;
end $$;
