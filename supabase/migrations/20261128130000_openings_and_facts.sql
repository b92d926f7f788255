-- An article says where its featured image stands on the page, and has facts of the house that it is about, which search finds.

alter table public.articles
  add column opening text check (opening in ('above', 'behind', 'beside', 'below', 'none')),
  add column facts jsonb not null default '[]';
alter table public.article_templates
  add column opening text check (opening in ('above', 'behind', 'beside', 'below', 'none')),
  add column facts jsonb not null default '[]';

insert into private.saved_columns
select t, c from unnest(array['public.articles', 'public.article_templates']) t, unnest(array['opening', 'facts']) c;

create function private.check_facts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare fact jsonb;
begin
  if tg_op = 'UPDATE' and new.facts = old.facts then return new; end if;
  if jsonb_typeof(new.facts) <> 'array' then
    raise exception 'House facts must be a list of labels and values' using errcode = '23514';
  end if;
  if jsonb_array_length(new.facts) > 20 then
    raise exception 'House facts must have at most 20 entries' using errcode = '23514';
  end if;
  for fact in select value from jsonb_array_elements(new.facts) loop
    if jsonb_typeof(fact -> 'label') is distinct from 'string' or jsonb_typeof(fact -> 'value') is distinct from 'string'
       or (select count(*) from jsonb_object_keys(fact)) <> 2 then
      raise exception 'House facts must be a list of labels and values' using errcode = '23514';
    end if;
    if trim(fact ->> 'label') = '' then
      raise exception 'Every fact needs a label' using errcode = '23514';
    end if;
    if char_length(fact ->> 'label') > 60 then
      raise exception 'The label of a fact must be at most 60 characters' using errcode = '23514';
    end if;
    if char_length(fact ->> 'value') > 300 then
      raise exception 'A fact must be at most 300 characters' using errcode = '23514';
    end if;
  end loop;
  return new;
end $$;
create trigger check_facts before insert or update of facts on public.articles
for each row execute function private.check_facts();
create trigger check_facts before insert or update of facts on public.article_templates
for each row execute function private.check_facts();

create or replace function private.before_article_write() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare was_published boolean; was_hero boolean;
begin
  was_published := tg_op = 'UPDATE' and old.status = 'published';
  was_hero := was_published and old.hero and old.published_at <= now();
  -- An open editor, a working copy or an old revision may still name a category that was deleted meanwhile. The article
  -- is then saved without one, as the articles that were not open lost theirs.
  if not exists (select 1 from public.categories where id = new.category_id) then new.category_id := null; end if;
  if new.status = 'published' then
    new.published_at := coalesce(new.published_at, new.publish_at, now());
    new.publish_at := null;
  else
    -- An article that was out and is published again comes out anew.
    if was_published and new.publish_at <= now() then new.publish_at := null; end if;
    new.published_at := null;
    new.hero := false;
  end if;
  if new.deleted_at is not null then new.hero := false; end if;
  if tg_op = 'UPDATE' then
    -- By the database's clock: a wrong one in the browser would empty the trash too soon.
    if new.deleted_at is not null and not private.is_service() then
      new.deleted_at := coalesce(old.deleted_at, now());
    end if;
    new.id := old.id;
    new.created_at := old.created_at;
    new.updated_at := old.updated_at;
    new.version := old.version;
    -- Flags, dates, status, owner, address, category and tags are no words of the article.
    new.modified_at := case
      when (new.title, new.title_emphasis, new.standfirst, new.content, new.excerpt, new.featured_image, new.gallery,
            new.meta_title, new.meta_description, new.opening, new.facts)
        is distinct from (old.title, old.title_emphasis, old.standfirst, old.content, old.excerpt, old.featured_image,
            old.gallery, old.meta_title, old.meta_description, old.opening, old.facts)
      then now() else old.modified_at end;
    -- A write that changes nothing keeps version and updated_at, which readers see. New tags are a change of the article
    -- although they are stored in another table: save_article announces them by this setting.
    if to_jsonb(new) <> to_jsonb(old) or current_setting('mantel.tags_change', true) = new.id::text then
      new.updated_at := now();
      new.version := old.version + 1;
    end if;
    if new.deleted_at is distinct from old.deleted_at and auth.uid() is not null
       and not public.has_role('super_admin') then
      raise exception 'Only a super admin can delete or restore an article' using errcode = '42501';
    end if;
  else
    new.version := 1;
    if not private.is_service() then
      new.created_at := now();
      new.updated_at := now();
      new.deleted_at := null;
    end if;
    new.modified_at := new.updated_at;
  end if;
  if new.hero and not was_hero and new.published_at <= now() then
    perform pg_advisory_xact_lock(hashtext('mantel.hero'));
    update public.articles set hero = false where hero and id <> new.id and published_at <= now();
  end if;
  return new;
end $$;

create function public.get_fact_labels() returns table (label text)
language sql stable security invoker set search_path = ''
as $$
  select fact ->> 'label' from public.articles a, jsonb_array_elements(a.facts) fact
  where a.facts <> '[]' group by 1 order by count(*) desc, 1 limit 100
$$;
grant execute on function public.get_fact_labels() to authenticated;

create function private.story_text(a public.articles) returns text
language sql stable set search_path = ''
as $$
  select concat_ws(' ',
    (select string_agg((fact ->> 'label') || ': ' || (fact ->> 'value') || '.', ' ' order by place)
     from jsonb_array_elements(a.facts) with ordinality as f (fact, place) where fact ->> 'value' <> ''),
    private.body_text(a.content))
$$;

create or replace function private.index_story(a public.articles) returns void
language plpgsql security definer set search_path = ''
as $$
declare story_head tsvector; story_words tsvector;
begin
  story_head := setweight(private.words_of(a.title), 'A')
    || setweight(private.words_of(concat_ws(' ', a.standfirst, a.excerpt)), 'B');
  story_words := story_head || setweight(private.words_of(private.story_text(a)), 'D') || private.label_words(a);
  insert into private.story_words (article_id, published_at, head_text, head, words, people)
  values (a.id, a.published_at, private.fold_text(concat_ws(E'\n', a.title, a.standfirst, a.excerpt)), story_head,
    story_words, private.story_names(a))
  on conflict (article_id) do update set published_at = excluded.published_at, head_text = excluded.head_text,
    head = excluded.head, words = excluded.words, people = excluded.people;
  perform private.add_search_words(story_words);
end $$;

create or replace function private.story_words_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare was_indexed boolean;
begin
  was_indexed := tg_op = 'UPDATE' and exists (select 1 from private.story_words where article_id = new.id);
  if new.status <> 'published' or new.deleted_at is not null then
    if was_indexed then delete from private.story_words where article_id = new.id; end if;
  elsif not was_indexed
      or (old.title, old.standfirst, old.excerpt, old.content, old.facts, old.category_id, old.author_id, old.credits)
        is distinct from
        (new.title, new.standfirst, new.excerpt, new.content, new.facts, new.category_id, new.author_id, new.credits) then
    perform private.index_story(new);
  elsif old.published_at is distinct from new.published_at then
    update private.story_words set published_at = new.published_at where article_id = new.id;
  end if;
  return null;
end $$;

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
  likeliest text[];
  meant text;
  words_needed integer := 0;
  close jsonb;
begin
  for attempt in 1 .. 3 loop
    if attempt = 2 then
      for place in 1 .. cardinality(words) loop
        continue when private.count_public_stories(queries[place]) > 0;
        likeliest := private.words_meant(words[place]);
        continue when likeliest = '{}';
        queries[place] := private.any_meant(likeliest);
        meant := regexp_replace(coalesce(meant, private.fold_text(p_text)), '\m' || words[place] || '\M', likeliest[1]);
      end loop;
      continue when meant is null;
      query := private.all_of(queries);
    elsif attempt = 3 then
      exit when cardinality(words) < 2;
      query := private.any_of(queries);
      words_needed := (cardinality(words) + 1) / 2;
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
          case when $4 > 0 then (select count(*) from unnest($3) word where s.words @@ word) end as words_found
        from nearest join private.story_words s on s.article_id = nearest.id
        union all
        select *, 0, null from matching where $4 = 0 and id not in (select id from nearest)
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
      coalesce(p_order, 'words_found desc, in_head desc, rank desc, published_at desc'),
      p_columns,
      case when p_order is not null then ', a.title, a.read_time' else '' end,
      -- A text that contains another does so when both are folded.
      case when p_contained > 0 then 'where not exists (select 1 from public.articles a
        where a.id = article_id and (a.title ilike $8 or a.excerpt ilike $8))' else '' end)
    into close
    using private.ilike_pattern(private.fold_text(p_text)), query, queries, words_needed,
      case p_contained when 0 then p_skip else 0 end, p_take, private.query_words(query), private.ilike_pattern(p_text);
    exit when p_contained > 0 or (close ->> 'total')::integer > 0;
  end loop;
  return close || jsonb_build_object('meant', meant);
end $$;
