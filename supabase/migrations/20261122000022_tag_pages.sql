-- Pages of tags at /tag/{slug}: their address is reserved, and the old slugs of tags are redirects.

-- A page that has the slug at the root gets another one; the site shows its own pages there.
update public.pages p set slug = (
  select 'tag-' || n from generate_series(2, 1000) n
  where not exists (select 1 from public.pages o where o.parent_id is null and o.slug = 'tag-' || n)
  order by n limit 1)
where p.parent_id is null and p.slug = 'tag';
insert into private.reserved_page_slugs values ('tag');

alter table public.slug_redirects
  -- Not a foreign key: with one, `articles(…)` embedded in tags could mean two ways from one to the other.
  add column tag_id uuid,
  drop constraint slug_redirects_kind_check,
  drop constraint slug_redirects_check,
  -- `custom` leads to none of the three.
  add constraint slug_redirects_kind_check check (kind in ('article', 'page', 'tag', 'custom')),
  add constraint slug_redirects_check check (
    (kind = 'article') = (article_id is not null) and (kind = 'page') = (page_id is not null)
    and (kind = 'tag') = (tag_id is not null));

alter policy "redirects of visible articles" on public.slug_redirects
using (kind <> 'article' or exists (select 1 from public.articles a where a.id = article_id));

-- The old slug of a tag becomes a redirect, until another tag has it or the tag is deleted.
create function private.update_tag_redirects() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.slug_redirects where tag_id = old.id;
    return null;
  end if;
  delete from public.slug_redirects where kind = 'tag' and old_slug = new.slug;
  if tg_op = 'UPDATE' and old.slug <> new.slug then
    insert into public.slug_redirects (kind, old_slug, tag_id) values ('tag', old.slug, new.id)
    on conflict (kind, old_slug) do update set tag_id = excluded.tag_id, created_at = now();
  end if;
  return null;
end $$;
create trigger update_tag_redirects after insert or delete or update of slug on public.tags
for each row execute function private.update_tag_redirects();
