-- The readers' search. With row-level security, ILIKE is tried on every row: it is not leakproof, so the policy comes
-- first and no trigram index is used. These functions therefore run as their owner, past the policies, and repeat which
-- articles readers may see.

-- The ILIKE pattern that finds a text anywhere, with its wildcards escaped.
create function private.ilike_pattern(p_text text) returns text
language sql immutable set search_path = ''
as $$ select '%' || regexp_replace(p_text, '([\\%_])', '\\\1', 'g') || '%' $$;

/* A page of the published articles that match every filter, and how many match: {"total", "stories": [...]}. '' and null
   mean no filter. p_text is searched in title and excerpt; p_category and p_author are names as readers see them;
   p_least and p_most are minutes of read time, p_usual those of an article without one; p_sort is latest, oldest, title
   or read-time. At most 100 articles are returned. Beyond the last page there are none, but the total is right. */
create function public.find_stories(
  p_text text default '', p_category text default '', p_author text default '', p_least integer default null,
  p_most integer default null, p_usual integer default null, p_sort text default 'latest', p_skip integer default 0,
  p_take integer default 12)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare filters text := ''; ordering text; result jsonb;
begin
  if p_text <> '' then
    filters := filters || ' and (a.title ilike $1 or a.excerpt ilike $1)';
  end if;
  if p_category <> '' then
    filters := filters || ' and a.category_id in (select c.id from public.categories c where c.name = $2)';
  end if;
  if p_author <> '' then
    filters := filters || ' and a.author_id in (select p.id from public.profiles p where p.full_name = $3)';
  end if;
  if p_least is not null then filters := filters || ' and coalesce(a.read_time, $6) >= $4'; end if;
  if p_most is not null then filters := filters || ' and coalesce(a.read_time, $6) <= $5'; end if;
  ordering := case p_sort
    when 'oldest' then 'published_at'
    when 'title' then 'title'
    when 'read-time' then 'coalesce(read_time, $6), published_at desc'
    else 'published_at desc'
  end;
  -- The query is composed of the literals above only. With a filter the matches are computed once, for the count and
  -- the page together; without one each of the two uses its own index.
  execute format($query$
    with matching as %s (
      select a.id, a.title, a.published_at, a.read_time from public.articles a
      where a.status = 'published' and a.published_at <= now() and a.deleted_at is null %s
    ),
    page as (select f.id from matching f order by %3$s, f.id limit $8 offset $7)
    select jsonb_build_object(
      'total', (select count(*) from matching),
      'stories', (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (
        select a.id, a.title, a.title_emphasis, a.slug, a.excerpt, a.featured_image, a.read_time,
          (select jsonb_build_object('name', c.name, 'color', c.color) from public.categories c
           where c.id = a.category_id) as category
        from page join public.articles a using (id) order by %3$s, a.id
      ) s))
  $query$, case filters when '' then 'not materialized' else 'materialized' end, filters, ordering)
  into result
  using private.ilike_pattern(p_text), p_category, p_author, p_least, p_most, p_usual, greatest(p_skip, 0),
    least(greatest(p_take, 0), 100);
  return result;
end $$;

-- The newest titles of published articles that contain p_text; at most 100.
create function public.find_titles(p_text text, p_take integer default 5) returns table (title text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select a.title from public.articles a
    where a.status = 'published' and a.published_at <= now() and a.deleted_at is null
      and a.title ilike private.ilike_pattern(p_text)
    order by a.published_at desc, a.id
    limit least(greatest(p_take, 0), 100);
end $$;

grant execute on function
  public.find_stories(text, text, text, integer, integer, integer, text, integer, integer),
  public.find_titles(text, integer)
to anon, authenticated;
