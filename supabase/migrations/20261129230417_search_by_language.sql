drop function private.is_question(text);

drop function private.all_forms(text);

drop function private.word_meant(text);

drop function private.is_common_word(text);

drop function private.queries_of(text[]);

drop function private.any_form(text,text,text,boolean);

drop function private.words_to_find(text);

drop function private.label_words(public.articles);

drop function private.stem_of(text);

drop index private.search_words_stem_idx;

alter table private.search_words drop column stem;

drop function private.words_of(text);

create text search dictionary private.german_words (template = pg_catalog.simple, stopwords = german);

create text search configuration private.german_words (copy = pg_catalog.simple);

alter text search configuration private.german_words alter mapping replace pg_catalog.simple with private.german_words;

CREATE OR REPLACE FUNCTION private.magazine_language()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((select s.language from public.site_settings s), 'en');
end $function$
;

revoke all on function private.magazine_language() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.search_languages()
 RETURNS TABLE(language text, words regconfig, stems regdictionary, asking text, has_umlauts boolean)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  values
    ('en', 'private.written_words'::regconfig, 'pg_catalog.english_stem'::regdictionary,
      'how|what|where|when|why|which|who|whose|can|could|should|do|does|is|are|will', false),
    ('de', 'private.german_words', 'pg_catalog.german_stem',
      'wie|wo|woher|wohin|womit|was|wann|warum|weshalb|wieso|wer|wen|wem|wessen|welche[mnrs]?|kann|kannst|k(ö|oe)nn(en|te|ten)'
      || '|soll|sollte|darf|muss|gibt|ist|sind|wird|hat', true)
$function$
;

revoke all on function private.search_languages() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.has_umlauts(p_language text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (select l.has_umlauts from private.search_languages() l where l.language = p_language);
end $function$
;

revoke all on function private.has_umlauts(text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.spellings_of(p_word text, p_language text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if not private.has_umlauts(p_language) then return array[p_word]; end if;
  return array(
    select p_word
    union
    select regexp_replace(p_word, '(?<![aeiouq])([aou])e', '\1', 'g')
    union
    select left(p_word, place) || 'e' || substr(p_word, place + 1) from generate_series(1, length(p_word)) place
    where substr(p_word, place, 1) in ('a', 'o', 'u'));
end $function$
;

revoke all on function private.spellings_of(text,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_common_word(p_word text, p_language text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare words regconfig := (select l.words from private.search_languages() l where l.language = p_language);
begin
  return exists (
    select from unnest(private.spellings_of(p_word, p_language)) spelling,
      unnest(array[spelling, replace(replace(replace(spelling, 'ae', 'ä'), 'oe', 'ö'), 'ue', 'ü')]) written
    where to_tsvector(words, written) = '');
end $function$
;

revoke all on function private.is_common_word(text,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.stem_of(p_word text, p_language text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare stems regdictionary := (select l.stems from private.search_languages() l where l.language = p_language);
begin
  return p_language || ':' || coalesce((ts_lexize(stems, p_word))[1], p_word);
end $function$
;

revoke all on function private.stem_of(text,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.words_of(p_text text, p_language text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return to_tsvector((select l.words from private.search_languages() l where l.language = p_language),
    translate(private.fold_text(p_text), '''"-./\@_=&:;#+*~^$%<>|', repeat(' ', 22)));
end $function$
;

revoke all on function private.words_of(text,text) from public, anon, authenticated, service_role;

alter table private.story_words add column language text default 'en'::text not null;

alter table private.search_words add column stems text[];

update private.search_words
set stems = array(select private.stem_of(word, l.language) from private.search_languages() l);

alter table private.search_words alter column stems set not null;

CREATE INDEX search_words_stems_idx ON private.search_words USING gin (stems);

CREATE OR REPLACE FUNCTION private.add_search_words(p_words tsvector)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.search_words (word, near, stems)
  select added, private.one_letter_less(added),
    array(select private.stem_of(added, l.language) from private.search_languages() l)
  from unnest(tsvector_to_array(p_words)) added
  where length(added) between 2 and 40 and added !~ '^\d+$'
    and not exists (select 1 from private.search_words where word = added)
  on conflict do nothing;
end $function$
;

CREATE OR REPLACE FUNCTION private.label_words(a public.articles, p_language text)
 RETURNS tsvector
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return setweight(private.words_of(concat_ws(' ',
    (select c.name from public.categories c where c.id = a.category_id),
    (select string_agg(t.name, ' ') from public.article_tags one join public.tags t on t.id = one.tag_id
     where one.article_id = a.id),
    array_to_string(private.story_names(a), ' ')), p_language), 'C');
end $function$
;

revoke all on function private.label_words(public.articles,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.index_story(a public.articles)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare story_language text := private.magazine_language(); story_head tsvector; story_words tsvector;
begin
  story_head := setweight(private.words_of(a.title, story_language), 'A')
    || setweight(private.words_of(concat_ws(' ', a.standfirst, a.excerpt), story_language), 'B');
  story_words := story_head || setweight(private.words_of(private.story_text(a), story_language), 'D')
    || private.label_words(a, story_language);
  insert into private.story_words (article_id, published_at, head_text, head, words, people, language)
  values (a.id, a.published_at, private.fold_text(concat_ws(E'\n', a.title, a.standfirst, a.excerpt)), story_head,
    story_words, private.story_names(a), story_language)
  on conflict (article_id) do update set published_at = excluded.published_at, head_text = excluded.head_text,
    head = excluded.head, words = excluded.words, people = excluded.people, language = excluded.language;
  perform private.add_search_words(story_words);
end $function$
;

CREATE OR REPLACE FUNCTION private.index_stories_again(p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare story_language text := private.magazine_language(); locked uuid[]; a public.articles;
begin
  locked := array(
    select s.article_id from private.story_words s where s.language <> story_language
    order by s.article_id limit p_most for update skip locked);
  -- Read once the rows are locked: a save that came before is seen, one that comes now waits and indexes its own text.
  for a in select article.* from public.articles article where article.id = any (locked) loop
    perform private.index_story(a);
  end loop;
  return (select count(*) from private.story_words s where s.language <> story_language);
end $function$
;

revoke all on function private.index_stories_again(integer) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.index_labels(p_articles uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare labels tsvector;
begin
  for labels in
    update private.story_words s
    set words = ts_filter(s.words, '{a,b,d}') || private.label_words(a, s.language), people = private.story_names(a)
    from public.articles a where a.id = s.article_id and s.article_id = any (p_articles)
    returning ts_filter(s.words, '{c}')
  loop
    perform private.add_search_words(labels);
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.words_to_find(p_text text, p_language text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(lexeme order by place), '{}') from (
    select lexeme, positions[1] as place from unnest(private.words_of(p_text, p_language))
    -- All others are left out of a text already.
    where not (private.has_umlauts(p_language) and private.is_common_word(lexeme, p_language)) order by 2 limit 12) word
$function$
;

revoke all on function private.words_to_find(text,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.any_form(p_word text, p_language text, p_before text DEFAULT NULL::text, p_after text DEFAULT NULL::text, p_is_last boolean DEFAULT false)
 RETURNS tsquery
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with spelled as (select spelling from unnest(private.spellings_of(p_word, p_language)) spelling)
  select private.any_word(array_agg(form)) from (
    select spelling || case when p_is_last and length(p_word) > 2 then '*' else '' end from spelled
    union
    (select word from private.search_words
     where stems && array(select private.stem_of(spelling, p_language) from spelled) limit 20)
    union
    select word from private.search_words where word in (p_before || p_word, p_word || p_after)) found (form)
$function$
;

revoke all on function private.any_form(text,text,text,text,boolean) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.queries_of(p_words text[], p_language text)
 RETURNS tsquery[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array_agg(
    private.any_form(p_words[place], p_language, p_words[place - 1], p_words[place + 1], place = cardinality(p_words))
    order by place)
  from generate_subscripts(p_words, 1) place
$function$
;

revoke all on function private.queries_of(text[],text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.word_meant(p_word text, p_language text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select words from (
    select word as words, private.any_word(array[word]) as query, 1 as kind
    from private.search_words
    where length(p_word) between 5 and 40 and near && private.one_letter_less(p_word) and word <> p_word
    union all
    select first_part || ' ' || second_part,
      private.all_of(array(
        select private.any_word(array[part]) from unnest(array[first_part, second_part]) part
        where not private.is_common_word(part, p_language))), 1
    from generate_series(2, least(length(p_word), 40) - 2) length,
      lateral (select left(p_word, length) as first_part, substr(p_word, length + 1) as second_part) parts
    where not exists (
      select 1 from unnest(array[first_part, second_part]) part
      where not private.is_common_word(part, p_language) and not exists (select 1 from private.search_words where word = part))
    union all
    select word, private.any_word(array[word]), 2
    from private.search_words
    where length(p_word) <= 40 and stems && array(
      select p_language || ':' || left(p_word, length)
      from generate_series(greatest(length(p_word) - 4, 4), length(p_word) - 1) length)
  ) candidate, lateral (select private.count_public_stories(query) as stories) found
  where stories > 0
  order by kind, left(words, 1) = left(p_word, 1) desc, stories desc, words limit 1
$function$
;

revoke all on function private.word_meant(text,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.all_forms(p_words text, p_language text)
 RETURNS tsquery
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.all_of(array_agg(private.any_form(word, p_language))) from string_to_table(p_words, ' ') word
  where not private.is_common_word(word, p_language)
$function$
;

revoke all on function private.all_forms(text,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.word_pattern(p_word text, p_language text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when private.has_umlauts(p_language)
    -- The ends of words, which patterns know only of the letters of the database's language.
    then '(?<![[:alnum:]äöüß])' || replace(replace(replace(replace(p_word, 'a', '[aä]'), 'o', '[oö]'), 'u', '[uü]'),
      'ss', '(?:ss|ß)') || '(?![[:alnum:]äöüß])'
    else '\m' || p_word || '\M' end
$function$
;

revoke all on function private.word_pattern(text,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.as_written(p_word text, p_language text)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
  select coalesce((
    select substring(lower(concat_ws(' ', a.title, a.standfirst, a.excerpt, private.story_text(a)))
      from private.word_pattern(p_word, p_language))
    from private.story_words s join public.articles a on a.id = s.article_id
    where private.has_umlauts(p_language) and s.words @@ private.any_word(array[p_word]) and s.published_at <= now()
    order by s.published_at desc limit 1), p_word)
$function$
;

revoke all on function private.as_written(text,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_question(p_text text, p_language text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select btrim(p_text) ~* ('(^(' || l.asking || ')\M.*\s|\?$)')
  from private.search_languages() l where l.language = p_language
$function$
;

revoke all on function private.is_question(text,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.find_close_stories(p_text text, p_contained integer, p_filters text, p_order text, p_columns text, p_skip integer, p_take integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  language text := private.magazine_language();
  words text[] := private.words_to_find(p_text, language);
  queries tsquery[] := private.queries_of(words, language);
  query tsquery := private.all_of(queries);
  is_question boolean := p_contained = 0 and cardinality(words) > 1 and private.is_question(p_text, language);
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
        likeliest := private.word_meant(words[place], language);
        continue when likeliest is null;
        queries[place] := private.all_forms(likeliest, language);
        meant := regexp_replace(
          coalesce(meant,
            case when private.has_umlauts(language) then lower(private.normalized(p_text, 'NFC'))
              else private.fold_text(p_text) end),
          private.word_pattern(words[place], language),
          (select string_agg(private.as_written(word, language), ' ' order by at)
           from string_to_table(likeliest, ' ') with ordinality part (word, at)));
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
end $function$
;

CREATE OR REPLACE FUNCTION private.people_named(p_text text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
  with magazine as (select private.magazine_language() as language),
  wanted as (
    select private.all_of(array_agg(private.any_word(array(
      select spelling || '*' from unnest(private.spellings_of(word, language)) spelling)))) as query
    from magazine, unnest(private.words_to_find(p_text, language)) word
  )
  select coalesce(jsonb_agg(to_jsonb(person) order by person.stories desc, person.name), '[]') from (
    select a.name, a.slug, found.stories
    from magazine, wanted, public.author_profiles a, lateral (
      select count(*) as stories from private.story_words s where s.people @> array[a.name] and s.published_at <= now()) found
    where private.words_of(a.name, magazine.language) @@ wanted.query and found.stories > 0
    order by found.stories desc, a.name limit 3
  ) person
$function$
;

CREATE OR REPLACE FUNCTION public.find_titles(p_text text, p_take integer DEFAULT 5)
 RETURNS TABLE(title text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  take integer := least(greatest(p_take, 0), 100);
  searched text := private.searched_part(p_text);
  contained text := private.ilike_pattern(searched);
  folded text := private.ilike_pattern(private.fold_text(searched));
  language text := private.magazine_language();
  query tsquery;
  found integer;
begin
  return query
    select a.title from public.articles a
    where a.status = 'published' and a.published_at <= now() and a.deleted_at is null and a.title ilike contained
    order by a.published_at desc, a.id limit take;
  get diagnostics found = row_count;
  if found = take or private.is_only_signs(searched) then return; end if;
  query := private.all_of(private.queries_of(private.words_to_find(searched, language), language));
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
end $function$
;
