-- Tags and people are found, a question by its rarest words, and a wrong word has one correction or none.

create or replace function private.label_words(a public.articles) returns tsvector
language plpgsql stable security definer set search_path = ''
as $$
begin
  return setweight(private.words_of(concat_ws(' ',
    (select c.name from public.categories c where c.id = a.category_id),
    (select string_agg(t.name, ' ') from public.article_tags one join public.tags t on t.id = one.tag_id
     where one.article_id = a.id),
    array_to_string(private.story_names(a), ' '))), 'C');
end $$;

create or replace function private.tag_words_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'tags' then
    perform private.index_labels(array(select t.article_id from public.article_tags t where t.tag_id = new.id));
  else
    perform private.index_labels(array(select distinct t.article_id from changed t));
  end if;
  return null;
end $$;

create trigger tag_words_changed after update on public.tags
for each row when (old.name <> new.name) execute function private.tag_words_changed();
create trigger tag_words_changed_on_insert after insert on public.article_tags
referencing new table as changed for each statement execute function private.tag_words_changed();
create trigger tag_words_changed_on_delete after delete on public.article_tags
referencing old table as changed for each statement execute function private.tag_words_changed();

select private.index_labels(array(select article_id from private.story_words));

create or replace function private.word_meant(p_word text) returns text
language sql stable security definer set search_path = ''
as $$
  select words from (
    select word as words, private.any_word(array[word]) as query, 1 as kind
    from private.search_words
    where length(p_word) between 5 and 40 and near && private.one_letter_less(p_word) and word <> p_word
    union all
    select first_part || ' ' || second_part,
      private.all_of(array(
        select private.any_word(array[part]) from unnest(array[first_part, second_part]) part
        where not private.is_common_word(part))), 1
    from generate_series(2, least(length(p_word), 40) - 2) length,
      lateral (select left(p_word, length) as first_part, substr(p_word, length + 1) as second_part) parts
    where not exists (
      select 1 from unnest(array[first_part, second_part]) part
      where not private.is_common_word(part) and not exists (select 1 from private.search_words where word = part))
    union all
    select word, private.any_word(array[word]), 2
    from private.search_words
    where length(p_word) <= 40 and stem in (
      select left(p_word, length) from generate_series(greatest(length(p_word) - 4, 4), length(p_word) - 1) length)
  ) candidate, lateral (select private.count_public_stories(query) as stories) found
  where stories > 0
  order by kind, left(words, 1) = left(p_word, 1) desc, stories desc, words limit 1
$$;

create or replace function private.all_forms(p_words text) returns tsquery
language sql stable set search_path = ''
as $$
  select private.all_of(array_agg(private.any_form(word))) from string_to_table(p_words, ' ') word
  where not private.is_common_word(word)
$$;

create or replace function private.is_question(p_text text) returns boolean
language sql immutable set search_path = ''
as $$
  select btrim(p_text) ~* '(^(how|what|where|when|why|which|who|whose|can|could|should|do|does|is|are|will)\M.*\s|\?$)'
$$;

create or replace function private.find_close_stories(
  p_text text, p_contained integer, p_filters text, p_order text, p_columns text, p_skip integer, p_take integer)
returns jsonb
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set enable_indexscan = off set jit = off
as $$
declare
  words text[] := private.words_to_find(p_text);
  queries tsquery[] := private.queries_of(words);
  query tsquery := private.all_of(queries);
  is_question boolean := p_contained = 0 and cardinality(words) > 1 and private.is_question(p_text);
  likeliest text;
  meant text;
  words_needed integer := 0;
  -- What each word of the text tells: the fewer stories have it, the more.
  weights real[];
  close jsonb;
begin
  for attempt in 1 .. 3 loop
    continue when attempt = 1 and is_question;
    if attempt = 2 then
      for place in 1 .. cardinality(words) loop
        continue when private.count_public_stories(queries[place]) > 0;
        likeliest := private.word_meant(words[place]);
        continue when likeliest is null;
        queries[place] := private.all_forms(likeliest);
        meant := regexp_replace(coalesce(meant, private.fold_text(p_text)), '\m' || words[place] || '\M', likeliest);
      end loop;
      continue when meant is null or is_question;
      query := private.all_of(queries);
    elsif attempt = 3 then
      exit when cardinality(words) < 2;
      query := private.any_of(queries);
      words_needed := case when is_question then 1 else (cardinality(words) + 1) / 2 end;
      weights := array(select 1.0 / (1 + private.count_public_stories(word)) from unnest(queries) with ordinality q (word, place)
        order by place);
    end if;
    -- Only the 100 that promise most are ranked, since all words of a story have to be read for it.
    execute format($query$
      with alike as materialized (
        select article_id, published_at from private.story_words where head_text like $1 and published_at <= now()
      ),
      matching as materialized (
        select s.article_id as id, s.published_at, s.in_head %4$s
        from (
          select article_id, published_at, 2 as in_head from alike %5$s
          union all
          select article_id, published_at, case when head @@ $2 then 1 else 0 end from private.story_words
          where words @@ $2 and published_at <= now() and article_id not in (select article_id from alike)
        ) s %1$s
      ),
      nearest as materialized (select * from matching order by in_head desc, published_at desc, id limit 100),
      close as materialized (
        select nearest.*, ts_rank_cd(s.words, $2, 1) as rank,
          found.*
        from nearest join private.story_words s on s.article_id = nearest.id,
          lateral (
            select count(*) as words_found,
              sum(weight * case when s.head @@ word then 8 else 1 end) as weight_found
            from unnest($3, $9) as one (word, weight) where $4 > 0 and s.words @@ word) found
        union all
        select *, 0, 0, null from matching where $4 = 0 and id not in (select id from nearest)
      ),
      promising as (select * from close where $4 = 0 or words_found >= $4),
      page as materialized (
        select p.*, row_number() over (order by %2$s, p.id) as place
        from (select * from promising order by %2$s, id limit $6 offset $5) p
      ),
      -- Those forms of the words that these stories have: others may stand in stories that are not out.
      shown as materialized (
        select coalesce(array_agg(form), '{}') as words from unnest($7) form
        where exists (
          select 1 from page join private.story_words s on s.article_id = page.id
          where s.words @@ private.any_word(array[form]))
      )
      select jsonb_build_object(
        'total', (select count(*) from promising),
        'stories', (select coalesce(jsonb_agg(to_jsonb(s) - 'place' order by s.place), '[]') from (
          select %3$s, page.place,
            case when page.in_head = 0 then private.passage(private.story_text(a), shown.words) end as passage
          from page join public.articles a using (id) cross join shown
        ) s),
        'words', (select to_jsonb(words) from shown))
    $query$,
      case when p_filters <> '' or p_order is not null
        then 'join public.articles a on a.id = s.article_id where true' || p_filters else '' end,
      coalesce(p_order, 'weight_found desc, in_head desc, rank desc, published_at desc'),
      p_columns,
      case when p_order is not null then ', a.title, a.read_time' else '' end,
      -- A text that contains another does so when both are folded.
      case when p_contained > 0 then 'where not exists (select 1 from public.articles a
        where a.id = article_id and (a.title ilike $8 or a.excerpt ilike $8))' else '' end)
    into close
    using private.ilike_pattern(private.fold_text(p_text)), query, queries, words_needed,
      case p_contained when 0 then p_skip else 0 end, p_take, private.query_words(query), private.ilike_pattern(p_text),
      weights;
    close := close || jsonb_build_object('has_all_words', attempt = 1);
    exit when p_contained > 0 or (close ->> 'total')::integer > 0;
  end loop;
  return close || jsonb_build_object('meant', meant);
end $$;

create or replace function private.people_named(p_text text) returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with wanted as (
    select string_agg('''' || replace(word, '''', '''''') || ''':*', '&')::tsquery as query
    from unnest(private.words_to_find(p_text)) word
  )
  select coalesce(jsonb_agg(to_jsonb(person) order by person.stories desc, person.name), '[]') from (
    select a.name, a.slug, found.stories
    from wanted, public.author_profiles a, lateral (
      select count(*) as stories from private.story_words s where s.people @> array[a.name] and s.published_at <= now()) found
    where private.words_of(a.name) @@ wanted.query and found.stories > 0
    order by found.stories desc, a.name limit 3
  ) person
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
  if p_text <> '' and p_author = '' and skip = 0 then
    result := result || jsonb_build_object('people', private.people_named(p_text));
  end if;
  total := result ->> 'total';
  if private.is_only_signs(coalesce(p_text, '')) or total > 0 and not total between skip + 1 and skip + take then
    return result;
  end if;
  return result || jsonb_build_object('close',
    private.find_close_stories(p_text, total, filters, ordering, columns, skip, take));
end $$;

drop function private.words_meant(text);
drop function private.any_meant(text[]);
