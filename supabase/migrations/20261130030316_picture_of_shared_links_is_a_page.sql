CREATE OR REPLACE FUNCTION private.is_site_address(path text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (address <> '/' or address = path) and (
    address ~ '^/(_|(admin|auth|fonts|images|lists|media|og|publish|share|team|uploads)(/|$))'
    or address ~ '^/(about|favicon\.(ico|svg)|icon-(180|192|512|maskable-512)\.png|llms\.txt|privacy|robots\.txt|rss\.(json|xml)|share\.jpg|site\.webmanifest|terms)?$'
    or address ~ '^/sitemap(-\d+|-news)?\.xml$'
    or exists (select 1 from private.reserved_page_slugs r where '/' || r.slug = address
      and r.slug not in ('article', 'author', 'tag', 'feed', 'rss', 'sitemap', 'robots'))
    or exists (select 1 from private.site_files f where f.path = address))
  from regexp_replace(lower(split_part(path, '?', 1)), '\.html$', '') address
$function$
;
