-- Views of crawlers are left out by the list of isbot, and counted apart; scheduled stories are not counted as published.

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

-- Whether a user agent is that of a program, or there is none. Only its first 400 characters are looked at.
create function private.is_crawler(p_user_agent text) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce(p_user_agent, '') = '' or left(p_user_agent, 400) ~* private.crawler_pattern()
$$;

create or replace function public.count_view(p_slug text) returns void
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

create or replace function public.get_view_numbers(p_from date, p_until date) returns jsonb
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

create function private.article_state(p_status text, p_published_at timestamptz) returns text
language sql stable set search_path = ''
as $$
  select case when p_status = 'published' and p_published_at > now() then 'scheduled' else p_status end
$$;
grant execute on function private.article_state(text, timestamptz) to authenticated;

create or replace function public.get_article_counts() returns table (status text, articles bigint)
language sql stable security invoker set search_path = ''
as $$
  select private.article_state(a.status, a.published_at), count(*) from public.articles a
  where a.deleted_at is null group by 1
$$;

create or replace function public.get_dashboard_counts(p_previous timestamptz, p_current timestamptz, p_until timestamptz)
returns table (kind text, total bigint, current bigint, previous bigint)
language sql stable security invoker set search_path = ''
as $$
  with articles as (
    select private.article_state(a.status, a.published_at) as state, a.created_at, a.published_at
    from public.articles a where a.deleted_at is null
  ), dated (kind, at) as (
    select 'articles', a.created_at from articles a
    union all
    select 'published', a.published_at from articles a where a.state = 'published'
    union all
    select 'drafts', a.created_at from articles a where a.state = 'draft'
    union all
    select 'categories', c.created_at from public.categories c
  )
  select d.kind, count(*), count(*) filter (where d.at >= p_current and d.at < p_until),
    count(*) filter (where d.at >= p_previous and d.at < p_current)
  from dated d group by d.kind
$$;
