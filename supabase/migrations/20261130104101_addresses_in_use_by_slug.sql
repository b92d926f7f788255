CREATE OR REPLACE FUNCTION private.is_tag_category_or_author_address(path text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select 1 from public.categories c where c.slug = asked_slug and address = any (private.category_addresses(c)))
    or coalesce((select private.has_tag_page(t.id) from public.tags t
      where t.slug = asked_slug and address = any (private.tag_addresses(t))), false)
    or address like '/author/%' and exists (select 1 from public.author_profiles a where address = any (private.author_addresses(a)))
  from lower(path) address, regexp_replace(substring(address from '[^/]*$'), '\.(xml|json)$', '') asked_slug
$function$
;
