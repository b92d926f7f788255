CREATE OR REPLACE FUNCTION private.import_tables()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array['sections', 'categories', 'tags', 'author_profiles', 'media', 'pages', 'articles', 'slug_redirects', 'subscribers']
$function$
;
