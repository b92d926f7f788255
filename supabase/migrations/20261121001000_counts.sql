-- Counts that the admin shows on every screen and on its first, in one request each. Run as the caller: the policies
-- decide which articles count.

-- How many articles of each status there are outside the trash; a status without any is left out.
create function public.get_article_counts() returns table (status text, articles bigint)
language sql stable security invoker set search_path = ''
as $$
  select a.status, count(*) from public.articles a where a.deleted_at is null group by a.status
$$;

/* How many articles (those of the trash left out), published ones, drafts and categories there are, and how many of
   them came, or went out, in [p_current, p_until) and in [p_previous, p_current) before it. A kind without any is left
   out. */
create function public.get_dashboard_counts(p_previous timestamptz, p_current timestamptz, p_until timestamptz)
returns table (kind text, total bigint, current bigint, previous bigint)
language sql stable security invoker set search_path = ''
as $$
  with dated (kind, at) as (
    select 'articles', a.created_at from public.articles a where a.deleted_at is null
    union all
    select 'published', a.published_at from public.articles a where a.deleted_at is null and a.status = 'published'
    union all
    select 'drafts', a.created_at from public.articles a where a.deleted_at is null and a.status = 'draft'
    union all
    select 'categories', c.created_at from public.categories c
  )
  select d.kind, count(*), count(*) filter (where d.at >= p_current and d.at < p_until),
    count(*) filter (where d.at >= p_previous and d.at < p_current)
  from dated d group by d.kind
$$;

grant execute on function
  public.get_article_counts(), public.get_dashboard_counts(timestamptz, timestamptz, timestamptz)
to authenticated, service_role;
