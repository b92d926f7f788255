-- What is found has its date, and the stories of a person are found by the names that readers see or saw.

drop function private.authors_named(text);

-- The present name of a person of published stories whom readers mean by a name: of one with that name, else with it in
-- another spelling, else of the one who had it before. Null: of nobody.
create function private.author_named(p_name text) returns text
language sql stable security definer set search_path = ''
as $$
  with named (name, rank) as (
    select p_name, 1
    union all
    select a.name, 2 from public.author_profiles a where private.name_key(a.name) = private.name_key(p_name)
    union all
    select p.full_name, 2 from public.profiles p where private.name_key(p.full_name) = private.name_key(p_name)
    union all
    select a.name, 3 from public.slug_redirects r join public.author_profiles a on a.id = r.entity_id
    where r.kind = 'author'
      and r.old_slug in (public.slugify(p_name), regexp_replace(lower(btrim(normalize(p_name))), '\s+', '-', 'g'))
    union all
    select coalesce(own.name, p.full_name), 3 from private.former_names f join public.profiles p on p.id = f.profile_id
    left join public.author_profiles own on own.profile_id = p.id
    where f.name_key = private.name_key(p_name)
  )
  select n.name from named n
  where exists (
    select 1 from private.story_words s where s.people @> array[n.name] and s.published_at <= now())
  order by n.rank, n.name limit 1
$$;

create or replace function public.find_stories(
  p_text text default '', p_category text default '', p_author text default '', p_least integer default null,
  p_most integer default null, p_usual integer default null, p_sort text default 'latest', p_skip integer default 0,
  p_take integer default 12)
returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  skip integer := greatest(p_skip, 0);
  take integer := least(greatest(p_take, 0), 100);
  filters text := '';
  containing text := '';
  -- Null for the latest first.
  ordering text := case p_sort
    when 'oldest' then 'published_at'
    when 'title' then 'title'
    when 'read-time' then format('coalesce(read_time, %L::integer), published_at desc', p_usual)
  end;
  columns text := $sql$a.id, a.title, a.title_emphasis, a.slug, a.excerpt,
    case when not private.names_one_of(a.featured_image, public.withdrawn_files(a)) then a.featured_image end as featured_image,
    a.read_time, a.published_at,
    (select jsonb_build_object('name', c.name, 'color', c.color) from public.categories c where c.id = a.category_id) as category$sql$;
  result jsonb;
  total integer;
  category public.categories;
  author_name text;
begin
  if p_category <> '' then
    category := private.category_named(p_category);
    filters := format(' and a.category_id = %L', category.id);
  end if;
  if p_author <> '' then
    author_name := coalesce(private.author_named(p_author), p_author);
    filters := filters || format(
      ' and a.id in (select s.article_id from private.story_words s where s.people @> array[%L])', author_name);
  end if;
  if p_least is not null then
    filters := filters || format(' and coalesce(a.read_time, %L::integer) >= %L', p_usual, p_least);
  end if;
  if p_most is not null then
    filters := filters || format(' and coalesce(a.read_time, %L::integer) <= %L', p_usual, p_most);
  end if;
  if p_text <> '' then containing := ' and (a.title ilike $1 or a.excerpt ilike $1)'; end if;
  -- With a filter the matches are computed once, for the count and the page together; without one each of the two uses its
  -- own index.
  execute format($query$
    with matching as %s (
      select a.id, a.title, a.published_at, a.read_time from public.articles a
      where a.status = 'published' and a.published_at <= now() and a.deleted_at is null %s
    ),
    page as (select f.id from matching f order by %3$s, f.id limit $3 offset $2)
    select jsonb_build_object(
      'total', (select count(*) from matching),
      'stories', (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (
        select %4$s from page join public.articles a using (id) order by %3$s, a.id
      ) s))
  $query$, case filters || containing when '' then 'not materialized' else 'materialized' end,
    filters || containing, coalesce(ordering, 'published_at desc'), columns)
  into result using private.ilike_pattern(p_text), skip, take;

  if category.name <> p_category then result := result || jsonb_build_object('category', category.name); end if;
  if author_name <> p_author then result := result || jsonb_build_object('author', author_name); end if;
  total := result ->> 'total';
  if private.is_only_signs(coalesce(p_text, '')) or total > 0 and not total between skip + 1 and skip + take then
    return result;
  end if;
  return result || jsonb_build_object('close',
    private.find_close_stories(p_text, total, filters, ordering, columns, skip, take));
end $$;
