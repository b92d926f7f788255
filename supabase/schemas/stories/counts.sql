-- What the lists of the admin and its dashboard count, in one request each. Run as the caller: the policies decide which
-- rows count.

-- The state of an article, as the admin names it: its status, but `scheduled` while the date of a published one is ahead.
create function private.article_state(p_status text, p_published_at timestamptz) returns text
language sql stable set search_path = ''
as $$
  select case when p_status = 'published' and p_published_at > now() then 'scheduled' else p_status end
$$;
grant execute on function private.article_state(text, timestamptz) to authenticated;

-- The number of articles of each state outside the trash. A state without any is left out.
create function public.get_article_counts() returns table (status text, articles bigint)
language sql stable security invoker set search_path = ''
as $$
  select private.article_state(a.status, a.published_at), count(*) from public.articles a
  where a.deleted_at is null group by 1
$$;

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

/* How many articles outside the trash, published articles, drafts and categories there are, and how many were created
   (or published) in [p_current, p_until) and in [p_previous, p_current). A kind without any is left out. */
create function public.get_dashboard_counts(p_previous timestamptz, p_current timestamptz, p_until timestamptz)
returns table (kind text, total bigint, current bigint, previous bigint)
language sql stable security invoker set search_path = ''
as $$
  with articles as (
    select private.article_state(a.status, a.published_at) as state, a.created_at, a.published_at
    from public.articles a where a.deleted_at is null
  ), dated (kind, at) as (
    select 'articles', a.created_at from articles a
    union all
    select 'published', a.published_at from articles a where a.state = 'published'
    union all
    select 'drafts', a.created_at from articles a where a.state = 'draft'
    union all
    select 'categories', c.created_at from public.categories c
  )
  select d.kind, count(*), count(*) filter (where d.at >= p_current and d.at < p_until),
    count(*) filter (where d.at >= p_previous and d.at < p_current)
  from dated d group by d.kind
$$;

grant execute on function
  public.get_article_counts(), public.count_articles(uuid[]),
  public.get_dashboard_counts(timestamptz, timestamptz, timestamptz)
to authenticated;
