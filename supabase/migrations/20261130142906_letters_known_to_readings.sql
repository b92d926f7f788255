CREATE OR REPLACE FUNCTION private.before_letter_write()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    new.version := 1;
    if not private.is_service() then new.created_by := auth.uid(); end if;
    return new;
  end if;
  new.created_at := old.created_at;
  -- Becomes null when the creator's account is deleted, and is otherwise never changed.
  if new.created_by is not null then new.created_by := old.created_by; end if;
  if (new.topic, new.subject, new.preview_text, new.blocks, new.slug, new.send_at) is not distinct from
     (old.topic, old.subject, old.preview_text, old.blocks, old.slug, old.send_at) then return new; end if;
  if old.status not in ('draft', 'scheduled') then
    raise exception 'This letter went out or was cancelled: it cannot be changed any more' using errcode = '23514';
  end if;
  if new.status = 'scheduled' then perform private.require_complete_letter(new); end if;
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.counted_page(p_path text)
 RETURNS TABLE(kind text, page text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with asked as (
    select path, substring(path from '^/(article|tag|author|letters)/') as list, substring(path from '[^/]+$') as slug
    from lower(regexp_replace(p_path, '(/(index)?(\.html)?|\.html)$', '')) path
  )
  select found.kind, found.page from asked, lateral (
    select 'home' as kind, '' as page where path = ''
    union all select 'story', a.id::text from public.articles a
      where list = 'article' and path = '/article/' || slug and a.slug = asked.slug
        and a.status = 'published' and a.published_at <= now() and a.deleted_at is null
    union all select 'tag', t.id::text from public.tags t where list = 'tag' and t.slug = asked.slug and path = '/tag/' || slug
    union all select 'author', a.id::text from public.author_profiles a
      where list = 'author' and path = '/author/' || asked.slug and a.slug = asked.slug
    union all select 'letter', l.slug from public.letters l
      where list = 'letters' and path = '/letters/' || l.slug and l.slug = asked.slug and l.frozen_at is not null
    union all select 'page', path where path in ('/about', '/authors', '/browse', '/contact', '/letters', '/privacy', '/subscription', '/terms')
    union all select 'section', s.id::text from public.sections s where list is null and path = '/' || s.slug
    union all select 'page', p.id::text from public.pages p
      where list is null and p.slug = asked.slug and p.status = 'published' and path = '/' || private.parent_path(p.parent_id) || p.slug
  ) found limit 1
$function$
;

CREATE OR REPLACE FUNCTION public.count_reading(p_reading text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today date := (now() at time zone private.time_zone())::date;
  lines text[] := string_to_array(left(p_reading, 2000), E'\n');
  place text := lines[1];
  reached text := lines[2];
  reached_before text := lines[3];
  visited record;
  out_of text;
  came_from text;
  searched text;
  missing text;
  opened integer; begun integer; finished integer;
begin
  if (char_length(p_reading) <= 2000 and cardinality(lines) = 6 and place ~ '^/' and reached ~ '^[1-3]$' and reached_before ~ '^[0-3]$'
     and reached_before <= reached) is not true then
    return;
  end if;
  opened := (reached_before < '1')::integer;
  begun := (reached_before < '2' and reached >= '2')::integer;
  finished := (reached_before < '3' and reached = '3')::integer;
  out_of := private.left_out();
  select * into visited from private.counted_page(place);
  if out_of is not null then
    if opened = 1 and visited.kind is not null then perform private.count_left_out(today, out_of); end if;
    return;
  end if;
  if visited.kind is not null and opened + begun + finished > 0 then
    perform private.add_reading(today, visited.kind, visited.page, opened, begun, finished);
    if exists (select from public.letters l where l.slug = lines[5] and l.frozen_at is not null) then
      came_from := 'A letter';
      insert into private.reading_letters as l (day, letter, kind, page, opened, begun, read)
      values (today, lines[5], visited.kind, visited.page, opened, begun, finished)
      on conflict (day, letter, kind, page) do update
        set opened = l.opened + excluded.opened, begun = l.begun + excluded.begun, read = l.read + excluded.read;
    elsif lines[4] = '' then came_from := 'No other site';
    elsif lines[4] <> '-' then came_from := private.reading_source(lower(lines[4]));
    end if;
    if came_from is not null then
      if not private.has_room('private.reading_sources', 'source', today, came_from, 200) then came_from := 'other'; end if;
      insert into private.reading_sources as s (day, source, opened, begun, read) values (today, came_from, opened, begun, finished)
      on conflict (day, source) do update
        set opened = s.opened + excluded.opened, begun = s.begun + excluded.begun, read = s.read + excluded.read;
    end if;
  end if;
  if lines[6] <> '' then searched := private.counted_words(lines[6]); end if;
  if visited.kind is null and opened = 1 then missing := private.counted_path(place); end if;
  if searched is null and missing is null or private.is_over_limit('count_missing', private.visitor_address(), 20, 200) then return; end if;
  if searched is not null and private.has_room('private.missed_searches', 'words', today, searched, 200) then
    insert into private.missed_searches as m (day, words) values (today, searched)
    on conflict (day, words) do update set searches = m.searches + 1;
  end if;
  if missing is not null and private.has_room('private.missing_paths', 'path', today, missing, 200) then
    insert into private.missing_paths as m (day, path) values (today, missing)
    on conflict (day, path) do update set readings = m.readings + 1;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.get_reading_numbers(p_from date, p_until date, p_before_from date, p_before_until date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_editor();
  return (
    with stories as materialized (
      select n.id, n.opened, n.begun, n.read, n.measured, b.before
      from (
        select r.article_id as id, sum(r.opened)::integer as opened, sum(r.begun)::integer as begun, sum(r.read)::integer as read,
          (sum(r.begun) filter (where r.opened > 0))::integer as measured
        from private.story_readings r where r.day between p_from and p_until group by r.article_id) n
      left join (
        select r.article_id as id, sum(r.begun)::integer as before
        from private.story_readings r where r.day between p_before_from and p_before_until group by r.article_id) b on b.id = n.id
    ), pages as materialized (
      select r.kind, r.page, sum(r.opened) filter (where r.day >= p_from and r.day <= p_until) as opened,
        sum(r.begun) filter (where r.day >= p_from and r.day <= p_until) as begun,
        sum(r.read) filter (where r.day >= p_from and r.day <= p_until) as read,
        sum(r.begun) filter (where r.opened > 0 and r.day >= p_from and r.day <= p_until) as measured,
        sum(r.begun) filter (where r.day >= p_before_from and r.day <= p_before_until) as before
      from private.page_readings r
      where r.day between p_from and p_until or r.day between p_before_from and p_before_until group by r.kind, r.page
    ), known as materialized (
      select s.*, a.title, a.slug, a.author_id, a.credits, a.category_id
      from stories s join public.articles a on a.id = s.id where a.deleted_at is null
    ), people as (
      select distinct k.id, (credit ->> 'person_id')::uuid as person from known k, jsonb_array_elements(k.credits) credit
      union
      select k.id, p.id from known k join public.author_profiles p on p.profile_id = k.author_id where k.credits is null
    ), rows as (
      select 'stories' as list, k.id::text, k.title as name, '/article/' || k.slug as address, k.opened, k.begun, k.read, k.measured, k.before
      from known k
      union all
      select 'sections', s.id::text, s.title, '/' || s.slug, sum(k.opened), sum(k.begun), sum(k.read), sum(k.measured), sum(k.before)
      from known k join public.categories c on c.id = k.category_id join public.sections s on s.slug = any (c.sections) group by s.id
      union all
      select 'people', a.id::text, a.name, '/author/' || a.slug, sum(k.opened), sum(k.begun), sum(k.read), sum(k.measured), sum(k.before)
      from people p join known k on k.id = p.id join public.author_profiles a on a.id = p.person group by a.id
      union all
      select 'tags', t.id::text, t.name, '/tag/' || t.slug, sum(k.opened), sum(k.begun), sum(k.read), sum(k.measured), sum(k.before)
      from known k join public.article_tags g on g.article_id = k.id join public.tags t on t.id = g.tag_id group by t.id
      union all
      select 'kinds', p.kind, p.kind, null, sum(p.opened), sum(p.begun), sum(p.read), sum(p.measured), sum(p.before) from pages p group by p.kind
      union all
      select 'pages', p.kind || ' ' || p.page, coalesce(t.name, s.title, a.name, w.title, x.subject, p.page), case p.kind
          when 'home' then '/' when 'tag' then '/tag/' || t.slug when 'section' then '/' || s.slug when 'author' then '/author/' || a.slug
          when 'letter' then '/letters/' || p.page else coalesce('/' || private.parent_path(w.parent_id) || w.slug, p.page) end,
        p.opened, p.begun, p.read, p.measured, p.before
      from pages p left join public.tags t on p.kind = 'tag' and t.id::text = p.page
        left join public.sections s on p.kind = 'section' and s.id::text = p.page
        left join public.author_profiles a on p.kind = 'author' and a.id::text = p.page
        left join public.pages w on p.kind = 'page' and w.id::text = p.page
        left join public.letters x on p.kind = 'letter' and x.slug = p.page
      where coalesce(t.id, s.id, a.id, w.id) is not null or p.kind in ('home', 'letter') or p.page like '/%'
      union all
      select 'letters', l.letter, coalesce(min(x.subject), l.letter), '/letters/' || l.letter, sum(l.opened) filter (where l.day between p_from and p_until),
        sum(l.begun) filter (where l.day between p_from and p_until), sum(l.read) filter (where l.day between p_from and p_until),
        sum(l.begun) filter (where l.opened > 0 and l.day between p_from and p_until),
        sum(l.begun) filter (where l.day between p_before_from and p_before_until)
      from private.reading_letters l left join public.letters x on x.slug = l.letter
      where l.day between p_from and p_until or l.day between p_before_from and p_before_until group by l.letter
      union all
      select 'sources', s.source, s.source, null, sum(s.opened) filter (where s.day between p_from and p_until),
        sum(s.begun) filter (where s.day between p_from and p_until), sum(s.read) filter (where s.day between p_from and p_until),
        sum(s.begun) filter (where s.opened > 0 and s.day between p_from and p_until),
        sum(s.begun) filter (where s.day between p_before_from and p_before_until)
      from private.reading_sources s
      where s.day between p_from and p_until or s.day between p_before_from and p_before_until group by s.source
    ), placed as (
      select r.list, r.id, r.name, r.address, coalesce(r.opened, 0) as opened, coalesce(r.begun, 0) as begun, coalesce(r.read, 0) as read,
        coalesce(r.measured, 0) as measured, coalesce(r.before, 0) as before,
        row_number() over (partition by r.list order by r.begun desc nulls last, r.opened desc nulls last, r.name) as place
      from rows r where r.opened > 0 or r.begun > 0
    )
    select jsonb_build_object(
      'days', coalesce((select jsonb_agg(jsonb_build_object('day', r.day, 'opened', r.opened, 'begun', r.begun, 'read', r.read) order by r.day)
        from private.page_readings r where r.kind = 'story' and r.day between p_from and p_until), '[]'),
      'before', (select jsonb_build_object('opened', coalesce(sum(r.opened), 0), 'begun', coalesce(sum(r.begun), 0), 'read', coalesce(sum(r.read), 0))
        from private.page_readings r where r.kind = 'story' and r.day between p_before_from and p_before_until),
      'lists', coalesce((select jsonb_object_agg(l.list, l.rows) from (
        select p.list, jsonb_agg(to_jsonb(p) - 'list' - 'place' order by p.place) as rows from placed p where p.place <= 200 group by p.list) l), '{}'),
      'searches', coalesce((select jsonb_agg(jsonb_build_object('words', m.words, 'searches', m.searches) order by m.searches desc, m.words)
        from (select words, sum(searches) as searches from private.missed_searches where day between p_from and p_until
              group by words having sum(searches) >= 3 order by searches desc limit 100) m), '[]'),
      'missing', coalesce((select jsonb_agg(jsonb_build_object('path', m.path, 'readings', m.readings) order by m.readings desc, m.path)
        from (select path, sum(readings) as readings from private.missing_paths where day between p_from and p_until
              group by path order by readings desc, path limit 100) m where private.counted_path(m.path) is not null), '[]'),
      'left_out', coalesce((select jsonb_agg(jsonb_build_object('reason', b.reason, 'readings', b.readings) order by b.readings desc)
        from (select reason, sum(readings) as readings from private.reading_bots where day between p_from and p_until group by reason) b), '[]')));
end $function$
;

CREATE OR REPLACE FUNCTION private.store_letter_paths()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare given jsonb := to_jsonb(new) - array['html', 'plain_text']; stored jsonb := private.with_stored_paths(given);
begin
  if stored <> given then new := jsonb_populate_record(new, stored); end if;
  return new;
end $function$
;

revoke all on function private.store_letter_paths() from public, anon, authenticated, service_role;

CREATE TRIGGER addresses_as_paths BEFORE INSERT OR UPDATE OF blocks, content ON public.letters FOR EACH ROW EXECUTE FUNCTION private.store_letter_paths();
