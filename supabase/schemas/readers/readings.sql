/* Readings: how often pages were opened, begun and read, by day, and what readers did not find. None of it is about a person:
   sums alone, and of an address only hashes, in the rate limits, for twenty minutes.
   Opened: the page was visible for a second. Begun: it was scrolled, or visible for ten seconds. Read: the end of the text was
   seen, after half of its reading time. Each reading counts in all that it has reached.
   Old days are kept as one sum a month, at its first day (private.roll_up_readings): of stories the days before the last three
   months, of all else the days before the last 25. */

-- Readings of stories. Those from before 2026-12 have no number but the one of begun readings.
create table private.story_readings (
  article_id uuid not null references public.articles (id) on delete cascade,
  day date not null,
  opened integer not null default 0,
  begun integer not null default 0,
  read integer not null default 0,
  primary key (article_id, day)
);
create index story_readings_day_idx on private.story_readings (day);
alter table private.story_readings enable row level security;

-- Readings of other pages, and of all stories together. `page` is the id of a section, tag, author or page, the slug of a letter,
-- the path of a page of the site itself, and nothing for the home page and for stories.
create table private.page_readings (
  day date not null,
  kind text not null check (kind in ('story', 'home', 'section', 'tag', 'author', 'page', 'letter')),
  page text not null,
  opened integer not null default 0,
  begun integer not null default 0,
  read integer not null default 0,
  primary key (day, kind, page)
);
alter table private.page_readings enable row level security;

-- Where readers came from: the name or the host of another site, never an address, and whatever page they came to.
create table private.reading_sources (
  day date not null,
  source text not null,
  opened integer not null default 0,
  begun integer not null default 0,
  read integer not null default 0,
  primary key (day, source)
);
alter table private.reading_sources enable row level security;

-- Readings that came from a letter, by its slug, and to which page.
create table private.reading_letters (
  day date not null,
  letter text not null,
  kind text not null,
  page text not null,
  opened integer not null default 0,
  begun integer not null default 0,
  read integer not null default 0,
  primary key (day, letter, kind, page)
);
alter table private.reading_letters enable row level security;

-- Readings that were left out: of a crawler, of a browser that fetches ahead, or of an address that sends too many.
create table private.reading_bots (
  day date not null,
  reason text not null check (reason in ('crawler', 'prefetch', 'limit')),
  readings integer not null default 1,
  primary key (day, reason)
);
alter table private.reading_bots enable row level security;

-- Searches that found nothing, and paths at which there is no page, for 100 days.
create table private.missed_searches (
  day date not null,
  words text not null,
  searches integer not null default 1,
  primary key (day, words)
);
alter table private.missed_searches enable row level security;
create table private.missing_paths (
  day date not null,
  path text not null,
  readings integer not null default 1,
  primary key (day, path)
);
alter table private.missing_paths enable row level security;

-- How user agents of crawlers and other programs look: the pattern of the library isbot, as PostgreSQL writes patterns.
create function private.crawler_pattern() returns text
language sql immutable set search_path = ''
as $$
  select
    ' daum[ /]| deusu\/|(?:^|[^g])news(?!sapphire)|(?<! channel\/|google\/)google(?!(?:wv|app|\/google| pixel))'
    '|(?<! cu)bots?(?:\y|_)|(?<!cam)scan|(?<!lib)http|24x7|;\s\w+;$|@[a-z][\w-]+\.|\(\)|\.com\y|\y\w+\/1\.0;|\ybw\/'
    '|\ydlc\y|\yort\/|\yperl\y|\ytime\/|\||^[<\(;]|^[\w \.\-\(?:\):%]+(?:\/v?\d+(?:\.\d+)?(?:\.\d{1,10})*?)?(?:,|$)'
    '|^[\w\-]+\/[\w]+$|^[^ ]{50,}$|^\d+\y|^\w*search\y|^\w+\/[\w\(\)]*$|^\w+\/\d\.\d\s\([\w@]+\)$|^active|^ad muncher'
    '|^amaya|^apache\/|^avsdevicesdk\/|^azure|^biglotron|^blackbox exporter|^bot|^clamav[ /]|^claude-code\/|^client\/'
    '|^cobweb\/|^custom|^ddg[_-]android|^discourse|^dispatch\/\d|^downcast\/|^duckduckgo|^email|^exodusmovement'
    '|^facebook|^getright\/|^gozilla\/|^hobbit|^hotzonu|^hwcdn\/|^igetter\/|^jeode\/|^jetty\/|^jigsaw|^microsoft bits'
    '|^movabletype|^mozilla\/\d\.\d\s[\w\.-]+$|^mozilla\/\d\.\d\s\((?:compatible;)?(?:\s?[\w\d.-]+[\s/]\d+\.\d+)?\)$'
    '|^navermailapp|^netsurf|^offline|^openai\/|^owler|^php|^postman|^ps_daily\/|^python|^rank|^read|^reed'
    '|^remove\.bg\/|^rest|^rss|^snapchat|^sora |^space bison|^stape\/|^svn|^swcd |^taringa|^thumbor\/|^track|^w3c'
    '|^webbandit\/|^webcopier|^wget|^whatsapp|^wordpress|^xenu link sleuth|^yahoo|^yandex|^zdm\/\d'
    '|^zoom marketplace\/|abuse|advisor|agent\y|analyzer|archive|ask jeeves\/teoma|attracta|audit|bluecoat drtr'
    '|browsex|burpcollaborator|capture|catch|check\y|checker|chrome-lighthouse|chromeframe|classifier|cloudflare'
    '|collapsify\y|convertify|cookiehubverify\/|crawl|cursor\/|cypress\/|dareboost|datanyze|dejaclick|detect'
    '|discovery|dmbrowser|download|exaleadcloudview|feed|firephp|foregenix|functionize|grab|hardenize\y|headless'
    '|hotjar|httrack|hubspot marketing grader|ibisbrowser|infrawatch|insight|inspect|iplabel|java(?!;)|library'
    '|linkcheck|linktiger|mail\.ru\/|manus-user\/|marketgoo\/|measure|monitor\y|neustar wpm|node\y|nutch|offbyone'
    '|openvas|optimize|pageburst|pagespeed|parser|phantomjs|pingdom|playwright|powermarks|preview|productfinder'
    '|prospectingstudio|proxy|ptst[ /]\d|radar|readable\/|retriever|rexx;|rigor|rss\y|scrape|securityheaders|selenium'
    '|server|silktide|sindup\/|sogou|sparkler\/|speedcurve|spider|splash|statuscake|supercleaner|synapse|synthetic'
    '|testlocally|tools|torrent|transcoder|url|validator|virtuoso|wappalyzer|watchtowr|webglance|webkit2png|whatcms\/'
    '|xtate\/'
$$;

-- Whether a user agent names a program, or there is none. Only its first 400 characters are looked at.
create function private.is_crawler(p_user_agent text) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(p_user_agent, '') = '' or left(p_user_agent, 400) ~* private.crawler_pattern()
$$;

-- Which page is at a path, as readers find it now: its kind, and what names it in the tables above. No row where there is none.
create function private.counted_page(p_path text) returns table (kind text, page text)
language sql stable security definer set search_path = ''
as $$
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
$$;

/* The other site that a reader came from, by the host of its address: a name for what has many hosts, the host without www for
   the rest. */
create function private.reading_source(p_host text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_host is null or p_host !~ '^[a-z0-9-]+(\.[a-z0-9-]+)+$' or char_length(p_host) > 100 or p_host ~ '^[\d.]+$' then 'other'
    else coalesce((
      select known.name from (values
        ('Mail', '^(e?mail|webmail|roundcube|horde|zimbra|owa|outlook)\.|(^|\.)(proton\.me|gmx\.(net|de|at|ch))$|^com\.google\.android\.gm$|^(com\.microsoft\.office\.outlook|org\.mozilla\.thunderbird|ch\.protonmail\.android|com\.fsck\.k9)$|^navigator(-lxa|-bs)?\.(web|gmx)\.'),
        ('Readers of feeds', '(^|\.)(feedly|inoreader|newsblur|netvibes|theoldreader|feedbin|feeder|bazqux|miniflux|commafeed|readwise|freshrss)\.|^com\.(feedly\.android|devhd\.feedly|innologica\.inoreader)'),
        ('Google', '(^|\.)google\.[a-z.]{2,6}$|^com\.google\.android\.googlequicksearchbox$|(^|\.)googleusercontent\.com$'),
        ('Bing', '(^|\.)bing\.com$'), ('DuckDuckGo', '(^|\.)duckduckgo\.com$'), ('Ecosia', '(^|\.)ecosia\.org$'),
        ('Yahoo', '(^|\.)search\.yahoo\.'), ('Yandex', '(^|\.)(yandex\.[a-z.]{2,6}|ya\.ru)$'), ('Baidu', '(^|\.)baidu\.com$'),
        ('Brave', '^search\.brave\.com$'), ('Startpage', '(^|\.)startpage\.com$'), ('Qwant', '(^|\.)qwant\.com$'), ('Kagi', '(^|\.)kagi\.com$'),
        ('ChatGPT', '^(chatgpt\.com|chat\.openai\.com)$'), ('Perplexity', '(^|\.)perplexity\.ai$'), ('Claude', '^claude\.ai$'),
        ('Facebook', '(^|\.)(facebook\.com|fb\.me|fb\.com|messenger\.com)$|^com\.facebook\.'),
        ('Instagram', '(^|\.)instagram\.com$|^com\.instagram\.'), ('Threads', '(^|\.)threads\.(net|com)$'),
        ('X', '^(t\.co|(.*\.)?twitter\.com|(.*\.)?x\.com)$|^com\.twitter\.android$'), ('Bluesky', '(^|\.)bsky\.(app|social)$'),
        ('LinkedIn', '(^|\.)(linkedin\.com|lnkd\.in)$|^com\.linkedin\.'), ('Pinterest', '(^|\.)(pinterest\.[a-z.]{2,6}|pin\.it)$|^com\.pinterest$'),
        ('Reddit', '(^|\.)(reddit\.com|redd\.it)$|^com\.reddit\.'), ('YouTube', '(^|\.)(youtube\.com|youtu\.be)$'), ('TikTok', '(^|\.)tiktok\.com$'),
        ('WhatsApp', '(^|\.)(whatsapp\.com|wa\.me)$|^com\.whatsapp'), ('Telegram', '(^|\.)(telegram\.org|t\.me)$|^org\.telegram\.'),
        ('Mastodon', '(^|\.)mastodon\.|^mstdn\.'), ('Hacker News', '^news\.ycombinator\.com$'), ('Flipboard', '(^|\.)flipboard\.com$|^flipboard\.'),
        ('Pocket', '(^|\.)getpocket\.com$'), ('Wikipedia', '(^|\.)wikipedia\.org$')
      ) as known (name, pattern) where p_host ~ known.pattern limit 1), regexp_replace(p_host, '^(www|m|mobile|amp)\.', '')) end
$$;

/* The words of a search as they are counted: in one spelling, without signs. Null for words that may name a reader: what looks
   like a mail address, or has more than six digits, or is longer than a question. */
create function private.counted_words(p_text text) returns text
language sql immutable set search_path = ''
as $$
  select case when char_length(p_text) <= 80 and p_text !~ '@|＠|%40|\mat\M.*\mdot\M' and p_text !~ '(\d[^\w]*){7}' and words <> '' then words end
  from (select trim(regexp_replace(private.fold_text(left(p_text, 81)), '[^\w&''-]+', ' ', 'g')) as words) folded
$$;

/* A path without a page as it is counted: without its last slash. Null for one that no page has had (the site's own addresses,
   signs that no redirect can have), or that may name a reader: a mail address, a long number, a token. */
create function private.counted_path(p_path text) returns text
language sql stable security definer set search_path = ''
as $$
  select case when char_length(path) <= 200 and path ~ '^(/([A-Za-z0-9._~!$&''()*+,;=:-]|%[0-9A-F]{2}){1,100}){1,8}$'
    and path !~ '%(40|00)|\d{7}|/\.\.?(/|$)|[A-Za-z0-9]{25}|[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-' and path !~ '^/(preview|admin|publish)(/|$)'
    and not private.is_site_address(path) and not private.is_address_in_use(path)
    and not exists (select from public.slug_redirects r where r.old_path = path) then path end
  from rtrim(left(p_path, 202), '/') path
$$;

-- Adds to the numbers of a page of a day; of a story, to those of all stories, too.
create function private.add_reading(p_day date, p_kind text, p_page text, p_opened integer, p_begun integer, p_read integer)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if p_kind = 'story' then
    insert into private.story_readings as r (article_id, day, opened, begun, read)
    values (p_page::uuid, p_day, p_opened, p_begun, p_read)
    on conflict (article_id, day) do update
      set opened = r.opened + excluded.opened, begun = r.begun + excluded.begun, read = r.read + excluded.read;
  end if;
  insert into private.page_readings as r (day, kind, page, opened, begun, read)
  values (p_day, p_kind, case when p_kind = 'story' then '' else p_page end, p_opened, p_begun, p_read)
  on conflict (day, kind, page) do update
    set opened = r.opened + excluded.opened, begun = r.begun + excluded.begun, read = r.read + excluded.read;
end $$;

/* Why a request counts for nothing: the reason of private.reading_bots, '' where the reader asks not to be counted, and null
   where it counts. */
create function private.left_out() returns text
language plpgsql security definer set search_path = ''
as $$
declare headers jsonb := private.request_headers();
begin
  return case
    when headers ->> 'dnt' = '1' or headers ->> 'sec-gpc' = '1' then ''
    when private.is_over_limit('count_reading', private.visitor_address(), 120, 1200) then 'limit'
    when private.is_crawler(headers ->> 'user-agent') then 'crawler'
    when concat(headers ->> 'sec-purpose', headers ->> 'purpose', headers ->> 'x-moz') ~* 'prefetch|prerender|preview' then 'prefetch'
  end;
end $$;

create function private.count_left_out(p_day date, p_reason text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into private.reading_bots as b (day, reason) select p_day, p_reason where p_reason <> ''
  on conflict (day, reason) do update set readings = b.readings + 1
$$;

-- Whether a table of days has a row with this value on a day already, or fewer than p_most values on it.
create function private.has_room(p_table regclass, p_column text, p_day date, p_value text, p_most integer) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare is_there boolean; has_room boolean;
begin
  execute format('select exists (select from %s where day = $1 and %I = $2)', p_table, p_column) into is_there using p_day, p_value;
  if is_there then return true; end if;
  execute format('select count(distinct %I) < $2 from %s where day = $1', p_column, p_table) into has_room using p_day, p_most;
  return has_room;
end $$;

/* Counts a reading, as a page sends it when it is hidden, in lines: the path; what has been reached (1 opened, 2 begun, 3 read);
   what was sent before of the same reading (0 to 3); the host of the page that led here ('' for none, '-' for one of this site);
   the slug of the letter that did; and a search that found nothing. A path at which there is nothing is counted as missing.
   Silently counts nothing for readers who ask not to be counted (by browser header), for pages that there are not, for crawlers
   and for an address that has sent 120 in ten minutes, or a network that has sent 1,200. Of what a sender may invent there are
   at most 200 sources, 200 searches and 200 paths a day; a source after them is counted as 'other', the rest not at all. One text, since the page sends a form, which browsers send without asking for permission first. */
create function public.count_reading(p_reading text) returns void
language plpgsql security definer set search_path = ''
as $$
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
end $$;
grant execute on function public.count_reading(text) to anon;

-- Counts a begun reading of a story, as pages that were built before send it.
create function public.count_view(p_slug text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  today date := (now() at time zone private.time_zone())::date;
  out_of text;
  visited record;
begin
  if char_length(p_slug) > 1000 then return; end if;
  select * into visited from private.counted_page('/article/' || p_slug);
  if visited.kind is distinct from 'story' then return; end if;
  out_of := private.left_out();
  if out_of is null then perform private.add_reading(today, 'story', visited.page, 0, 1, 0);
  else perform private.count_left_out(today, out_of);
  end if;
end $$;
grant execute on function public.count_view(text) to anon;

-- What goes away ------------------------------------------------------------------------------------------------------

/* Sums up old days, each month of them as its first day: of stories all but the last three whole months (ten thousand of them
   have a million days in three years), of the rest all but the last 25. Forgets searches and missing paths after 100 days. Begun by the schedule; where there is nothing to do it costs a look into an index. */
create function private.roll_up_readings() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  today date := (now() at time zone private.time_zone())::date;
  kept_from date;
  summed record;
  has_days boolean;
  month date;
begin
  delete from private.missed_searches where day < today - 100;
  delete from private.missing_paths where day < today - 100;
  for summed in select * from (values
    ('story_readings', 3, 'article_id', 'opened, begun, read'), ('page_readings', 25, 'kind, page', 'opened, begun, read'),
    ('reading_sources', 25, 'source', 'opened, begun, read'), ('reading_letters', 25, 'letter, kind, page', 'opened, begun, read'),
    ('reading_bots', 25, 'reason', 'readings')) as t (name, months, names, numbers)
  loop
    kept_from := (date_trunc('month', today) - make_interval(months => summed.months))::date;
    -- Where the newest of these months is summed up, so are those before it.
    execute format('select exists (select from private.%I where day > $1 - interval ''1 month'' and day < $1)', summed.name)
    into has_days using kept_from;
    continue when not has_days;
    -- One month at a time, the oldest first: the next look takes the next.
    execute format('select date_trunc(''month'', min(day))::date from private.%I where day < $1 and extract(day from day) > 1', summed.name)
    into month using kept_from;
    execute format(
      'with gone as (delete from private.%1$I where day > $1 and day < $1 + interval ''1 month'' returning *)
       insert into private.%1$I as kept (day, %2$s, %3$s) select $1, %2$s, %4$s from gone group by %2$s
       on conflict (day, %2$s) do update set %5$s',
      summed.name, summed.names, summed.numbers,
      (select string_agg(format('sum(%s)', trim(n)), ', ') from unnest(string_to_array(summed.numbers, ',')) n),
      (select string_agg(format('%1$s = kept.%1$s + excluded.%1$s', trim(n)), ', ') from unnest(string_to_array(summed.numbers, ',')) n))
    using month;
  end loop;
end $$;


-- What editors see ----------------------------------------------------------------------------------------------------

/* Readings of a period, and beside them those of another one (p_before_from to p_before_until); all days of the magazine, both
   included. Of each row: opened, begun, read; `measured`, the begun ones of which it is known whether they were read (days from
   before that was counted have none); `before`, the begun ones of the other period. The most begun first.
   A story counts for each of its people (who are credited, else whose it is), tags and sections. Searches are named that found
   nothing three times in the period; paths at which there is still no page. */
create function public.get_reading_numbers(p_from date, p_until date, p_before_from date, p_before_until date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
end $$;

-- Readings of some stories since a day; one without any is left out.
create function public.get_readings(p_articles uuid[], p_from date)
returns table (id uuid, opened bigint, begun bigint, read bigint, measured bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return query
    select r.article_id, sum(r.opened), sum(r.begun), sum(r.read), coalesce(sum(r.begun) filter (where r.opened > 0), 0)
    from private.story_readings r where r.article_id = any (p_articles) and r.day >= p_from group by r.article_id;
end $$;

grant execute on function public.get_reading_numbers(date, date, date, date), public.get_readings(uuid[], date) to authenticated;
