-- Numbers for the admin: page views, the series of the Analytics screen, and counts. None of them is about a person.

create table private.page_views (
  article_id uuid not null references public.articles (id) on delete cascade,
  day date not null,
  views integer not null default 1,
  primary key (article_id, day)
);
create index page_views_day_idx on private.page_views (day);
alter table private.page_views enable row level security;

-- Views that were left out because a crawler asked for them.
create table private.crawler_views (
  day date primary key,
  views integer not null default 1
);
alter table private.crawler_views enable row level security;

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

/* Counts one view of a published article; one that a crawler asked for is counted as left out. Silently counts nothing for
   readers who ask not to be tracked (by browser header), for unknown slugs, and for an address that has sent 60 in ten
   minutes, or a network that has sent 600. Of the address only hashes are kept, without the article, for the window of the
   limit. */
create function public.count_view(p_slug text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  headers jsonb := private.request_headers();
  today date := (now() at time zone private.time_zone())::date;
  article uuid;
begin
  if headers ->> 'dnt' = '1' or headers ->> 'sec-gpc' = '1' then return; end if;
  select id into article from public.articles
  where slug = p_slug and status = 'published' and published_at <= now() and deleted_at is null;
  if article is null then return; end if;
  if private.is_over_limit('count_view', private.visitor_address(), 60, 600) then return; end if;
  if private.is_crawler(headers ->> 'user-agent') then
    insert into private.crawler_views as c (day) values (today) on conflict (day) do update set views = c.views + 1;
  else
    insert into private.page_views as v (article_id, day) values (article, today)
    on conflict (article_id, day) do update set views = v.views + 1;
  end if;
end $$;
grant execute on function public.count_view(text) to anon;

-- Series for editors, from p_from to p_until: days of the magazine, both included ------------------------------------

-- Published stories, by day, category and author.
create function public.get_story_numbers(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare zone text := private.time_zone();
begin
  perform private.require_editor();
  return (
    with stories as materialized (
      select (published_at at time zone zone)::date as day, category_id, author_id from public.articles
      where status = 'published' and deleted_at is null and published_at <= now()
        and published_at >= private.local_day_start(p_from) and published_at < private.local_day_start(p_until + 1)
    )
    select jsonb_build_object(
      'days', coalesce((select jsonb_agg(jsonb_build_object('day', day, 'stories', n) order by day)
        from (select day, count(*) as n from stories group by day) d), '[]'),
      'categories', coalesce((select jsonb_agg(jsonb_build_object('name', name, 'color', color, 'stories', n) order by n desc, name)
        from (select c.name, c.color, count(*) as n from stories s left join public.categories c on c.id = s.category_id
              group by c.id, c.name, c.color) d), '[]'),
      'authors', coalesce((select jsonb_agg(jsonb_build_object('name', name, 'stories', n) order by n desc, name)
        from (select p.full_name as name, count(*) as n from stories s left join public.profiles p on p.id = s.author_id
              group by p.id, p.full_name) d), '[]')));
end $$;

-- New subscribers of a period who are subscribed today, by day and by source page.
create function public.get_subscriber_numbers(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare zone text := private.time_zone();
begin
  perform private.require_editor();
  return (
    with joined as materialized (
      select (subscribed_at at time zone zone)::date as day, coalesce(nullif(trim(source_page), ''), '') as source
      from public.subscribers
      where status = 'active'
        and subscribed_at >= private.local_day_start(p_from) and subscribed_at < private.local_day_start(p_until + 1)
    )
    select jsonb_build_object(
      'active_before', (select count(*) from public.subscribers
        where status = 'active' and subscribed_at < private.local_day_start(p_from)),
      'days', coalesce((select jsonb_agg(jsonb_build_object('day', day, 'joined', n, 'active', n) order by day)
        from (select day, count(*) as n from joined group by day) d), '[]'),
      'sources', coalesce((select jsonb_agg(jsonb_build_object('source', source, 'joined', n) order by n desc, source)
        from (select source, count(*) as n from joined group by source order by n desc, source limit 50) d), '[]')));
end $$;

/* The time in milliseconds from a save (or, when scheduled, its publish date) until it was live, for each build. Full
   builds, made when a publisher starts, do not count. Builds are kept for 30 days. */
create function public.get_publish_numbers(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare zone text := private.time_zone();
begin
  perform private.require_editor();
  return (
    with publishes as materialized (
      select (max(o.processed_at) at time zone zone)::date as day,
        extract(epoch from (max(o.processed_at) - min(greatest(o.created_at, o.due_at)))) * 1000 as ms
      from public.builds b join public.publish_outbox o on o.build_id = b.id
      where b.status = 'live' and b.kind <> 'full' and o.processed_at is not null
        and b.started_at >= private.local_day_start(p_from) and b.started_at < private.local_day_start(p_until + 1)
      group by b.id
    )
    select jsonb_build_object(
      'publishes', (select count(*) from publishes),
      'failed', (select count(*) from public.builds where status = 'failed'
        and started_at >= private.local_day_start(p_from) and started_at < private.local_day_start(p_until + 1)),
      'median_ms', (select round(percentile_cont(0.5) within group (order by ms)) from publishes),
      'p95_ms', (select round(percentile_cont(0.95) within group (order by ms)) from publishes),
      'days', coalesce((select jsonb_agg(jsonb_build_object('day', day, 'publishes', n, 'median_ms', m, 'p95_ms', p) order by day)
        from (select day, count(*) as n, round(percentile_cont(0.5) within group (order by ms)) as m,
                round(percentile_cont(0.95) within group (order by ms)) as p from publishes group by day) d), '[]')));
end $$;

-- Page views, by day, and the stories with most of them; how many views of crawlers were left out.
create function public.get_view_numbers(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return (
    with counted as materialized (
      select article_id, day, views from private.page_views where day between p_from and p_until
    )
    select jsonb_build_object(
      'days', coalesce((select jsonb_agg(jsonb_build_object('day', day, 'views', n) order by day)
        from (select day, sum(views) as n from counted group by day) d), '[]'),
      'crawlers', (select coalesce(sum(views), 0) from private.crawler_views where day between p_from and p_until),
      'stories', coalesce((select jsonb_agg(jsonb_build_object('id', id, 'title', title, 'slug', slug, 'views', n) order by n desc, title)
        from (select a.id, a.title, a.slug, sum(v.views) as n
              from counted v join public.articles a on a.id = v.article_id where a.deleted_at is null
              group by a.id order by n desc, a.title limit 20) d), '[]')));
end $$;

-- Page views of some stories since a day; one without any is left out.
create function public.get_readings(p_articles uuid[], p_from date) returns table (id uuid, views bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_editor();
  return query
    select v.article_id, sum(v.views) from private.page_views v
    where v.article_id = any (p_articles) and v.day >= p_from group by v.article_id;
end $$;
grant execute on function public.get_readings(uuid[], date) to authenticated;

grant execute on function public.get_story_numbers(date, date), public.get_subscriber_numbers(date, date),
  public.get_publish_numbers(date, date), public.get_view_numbers(date, date) to authenticated;
