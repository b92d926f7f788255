CREATE OR REPLACE FUNCTION private.remembered_facts(p_facts jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(fact order by place), '[]') from (
    select fact, place from jsonb_array_elements(p_facts) with ordinality as f (fact, place)
    where fact ->> 'value' <> ''
      and lower(fact ->> 'label') in ('what was moved', 'what was kept', 'was weichen musste', 'was geblieben ist')
    order by place limit 2) shown
$function$
;

revoke all on function private.remembered_facts(jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.find_stories(p_text text DEFAULT ''::text, p_category text DEFAULT ''::text, p_author text DEFAULT ''::text, p_least integer DEFAULT NULL::integer, p_most integer DEFAULT NULL::integer, p_usual integer DEFAULT NULL::integer, p_sort text DEFAULT 'latest'::text, p_skip integer DEFAULT 0, p_take integer DEFAULT 12)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
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
    a.read_time, a.published_at, private.remembered_facts(a.facts) as remembered,
    (select jsonb_build_object('name', c.name, 'color', c.color) from public.categories c where c.id = a.category_id) as category$sql$;
  result jsonb;
  total integer;
  category public.categories;
  author_name text;
begin
  p_text := private.searched_part(p_text);
  p_category := private.searched_part(p_category);
  p_author := private.searched_part(p_author);
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
  if p_text <> '' and p_author = '' and skip = 0 then
    result := result || jsonb_build_object('people', private.people_named(p_text));
  end if;
  total := result ->> 'total';
  if private.is_only_signs(coalesce(p_text, '')) or total > 0 and not total between skip + 1 and skip + take then
    return result;
  end if;
  return result || jsonb_build_object('close',
    private.find_close_stories(p_text, total, filters, ordering, columns, skip, take));
end $function$
;
