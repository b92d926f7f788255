-- A search for signs alone reads the stories once.

create or replace function private.is_only_signs(p_text text) returns boolean
language sql immutable set search_path = ''
as $$
  select p_text ~ '^[\u0001-/:-@[-`{-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2010-\u2069\u20a0-\u20cf\u2190-\u2bff\u3000-\u3003\u3008-\u3020\ufe0f\U0001f000-\U0001faff]*$'
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
  columns text := $sql$a.id, a.title, a.title_emphasis, a.slug, a.excerpt, a.featured_image, a.read_time,
    (select jsonb_build_object('name', c.name, 'color', c.color) from public.categories c where c.id = a.category_id) as category$sql$;
  result jsonb;
  total integer;
begin
  if p_category <> '' then
    filters := format(' and a.category_id in (select c.id from public.categories c where c.name = %L)', p_category);
  end if;
  if p_author <> '' then
    filters := filters || format(' and a.author_id in (select p.id from public.profiles p where p.full_name = %L)', p_author);
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

  total := result ->> 'total';
  if private.is_only_signs(coalesce(p_text, '')) or total > 0 and not total between skip + 1 and skip + take then
    return result;
  end if;
  return result || jsonb_build_object('close',
    private.find_close_stories(p_text, total, filters, ordering, columns, skip, take));
end $$;

create or replace function public.find_titles(p_text text, p_take integer default 5) returns table (title text)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  take integer := least(greatest(p_take, 0), 100);
  contained text := private.ilike_pattern(p_text);
  folded text := private.ilike_pattern(private.fold_text(p_text));
  query tsquery;
  found integer;
begin
  return query
    select a.title from public.articles a
    where a.status = 'published' and a.published_at <= now() and a.deleted_at is null and a.title ilike contained
    order by a.published_at desc, a.id limit take;
  get diagnostics found = row_count;
  if found = take or private.is_only_signs(p_text) then return; end if;
  query := private.all_of(private.queries_of(private.words_to_find(p_text)));
  return query
    select a.title
    from (
      select article_id, published_at from private.story_words
      where words @@ query and head @@ query and ts_filter(head, '{a}') @@ query and published_at <= now()
      union
      select article_id, published_at from private.story_words
      where head_text like folded and split_part(head_text, E'\n', 1) like folded and published_at <= now()
    ) s join public.articles a on a.id = s.article_id
    where not a.title ilike contained
    order by s.published_at desc, a.id limit take - found;
end $$;
