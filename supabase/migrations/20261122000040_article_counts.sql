-- The number of articles outside the trash of each of these categories and tags, as far as the caller may see them; one
-- without any is left out. Not `articles(count)` in a request: PostgREST makes that a count of whole rows, which reads
-- the text of every article.
create function public.count_articles(p_groups uuid[]) returns table (id uuid, articles bigint)
language sql stable security invoker set search_path = ''
as $$
  select a.category_id, count(*) from public.articles a
  where a.category_id = any (p_groups) and a.deleted_at is null group by a.category_id
  union all
  select t.tag_id, count(*) from public.article_tags t join public.articles a on a.id = t.article_id
  where t.tag_id = any (p_groups) and a.deleted_at is null group by t.tag_id
$$;
grant execute on function public.count_articles(uuid[]) to authenticated;
